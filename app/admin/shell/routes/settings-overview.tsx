import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { describePolicy, useHasTranslator } from '#app/admin/settings/review-policy.tsx'
import {
  findSection,
  SECTION_GROUPS,
  SECTIONS,
  SETTING_LABELS,
  type SettingsSection,
  settingsPath,
} from '#app/admin/settings/sections.ts'
import { featuredQuery, type StoredSettings, settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { useOfferedLanguages, useOfferedTranslations } from '#app/admin/settings/use-languages.ts'
import { FEATURED_LANGUAGES } from '#app/admin/stories/featured/featured-articles.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/**
 * Shows what is set most often, and where the rest is set. An older address, with the name of a section behind `#`, leads to that section.
 */
export default function SettingsOverview() {
  const { hash } = useLocation()
  const section = findSection(hash.slice(1))
  const navigate = useNavigate()
  useEffect(() => {
    if (section) void navigate(settingsPath(section), { replace: true })
  }, [section, navigate])
  if (section) return null
  return (
    <div className="space-y-8">
      <SettingsCards />
      {SECTION_GROUPS.map(({ title, sections }) => ({ title, others: sections.filter(isOther) }))
        .filter(({ others }) => others.length > 0)
        .map(({ title, others }) => (
          <section key={title} aria-label={title}>
            <p className="border-line border-b pb-2 text-faint text-sm">{title}</p>
            <ul className="divide-y divide-line">
              {others.map((section) => (
                <li key={section.slug} className="py-4">
                  <SectionLink section={section} />
                  <p className="mt-1 max-w-prose text-sm text-soft">{section.intro}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

const isOther = (section: SettingsSection) => !CARDS.includes(section)

/** The sections that are shown as cards with what is in force, before the list of the others. */
const CARDS: readonly SettingsSection[] = [
  SECTIONS.featured,
  SECTIONS.translation,
  SECTIONS.site,
  SECTIONS.author,
  SECTIONS.articles,
]

/** Shows what is set most often, as it is in force. */
function SettingsCards() {
  const settings = useQuery(settingsQuery)
  const offered = useOfferedLanguages()
  const withValues = (section: SettingsSection, Values: typeof SiteValues) => (
    <Card section={section}>
      <QueryView query={settings} what={t('settings.what')} pending={<Skeleton className="h-16 w-full" />}>
        {(data) => <Values {...data} />}
      </QueryView>
    </Card>
  )
  return (
    <ul className="grid gap-5 md:grid-cols-2">
      <Card section={SECTIONS.featured}>
        <Values>
          {FEATURED_LANGUAGES.filter((language) => offered.includes(language)).map((language) => (
            <FeaturedTitle key={language} language={language} />
          ))}
        </Values>
      </Card>
      {withValues(SECTIONS.translation, TranslationValues)}
      {withValues(SECTIONS.site, SiteValues)}
      {withValues(SECTIONS.author, AuthorValues)}
      {withValues(SECTIONS.articles, ArticleValues)}
    </ul>
  )
}

/** The heading of a section on the overview. */
function SectionLink({ section }: { section: SettingsSection }) {
  return (
    <h2 className="font-semibold">
      <Link
        to={settingsPath(section)}
        className="inline-flex min-h-6 items-center underline decoration-line underline-offset-4 hover:decoration-current"
      >
        {section.title}
      </Link>
    </h2>
  )
}

function Card({ section, children }: { section: SettingsSection; children: React.ReactNode }) {
  return (
    <li className="min-w-0 space-y-3 rounded-sm border border-line p-5">
      <SectionLink section={section} />
      {children}
    </li>
  )
}

const Values = ({ children }: { children: React.ReactNode }) => (
  <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm [&_dt]:text-faint">
    {children}
  </dl>
)

function Value({
  name,
  children,
  lang,
}: {
  name: string
  children: React.ReactNode
  lang?: Language | undefined
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd lang={lang} className="line-clamp-4 wrap-anywhere">
        {children}
      </dd>
    </>
  )
}

function FeaturedTitle({ language }: { language: Language }) {
  const { data } = useQuery(featuredQuery(language))
  return (
    <Value name={languageName(language)} lang={data ? language : undefined}>
      {data === null ? <span className="text-soft">{t('settings.featured.none')}</span> : data?.title}
    </Value>
  )
}

function TranslationValues({ stored }: StoredSettings) {
  const hasTranslator = useHasTranslator()
  const choices = stored.translation_review ?? {}
  return (
    <Values>
      {useOfferedTranslations().map((language) => (
        <Value key={language} name={languageName(language)}>
          {describePolicy(choices[language] ?? hasTranslator(language), choices[language] !== undefined)}
        </Value>
      ))}
    </Values>
  )
}

function SiteValues({ stored, defaults }: StoredSettings) {
  const { site_name, tagline, contact_address } = { ...defaults, ...stored }
  return (
    <Values>
      <Value name={SETTING_LABELS.site_name}>{site_name}</Value>
      <Value name={SETTING_LABELS.tagline}>{tagline?.en || t('settings.cards.none')}</Value>
      <Value name={SETTING_LABELS.contact_address}>{contact_address}</Value>
    </Values>
  )
}

function AuthorValues({ stored, defaults }: StoredSettings) {
  return (
    <Values>
      <Value name={SETTING_LABELS.default_author}>{stored.default_author ?? defaults.default_author}</Value>
    </Values>
  )
}

function ArticleValues({ stored, defaults }: StoredSettings) {
  const { default_reading_time, banned_words } = { ...defaults, ...stored }
  const words = LANGUAGE_CODES.flatMap((language) => banned_words[language] ?? [])
  return (
    <Values>
      <Value name={SETTING_LABELS.default_reading_time}>{default_reading_time}</Value>
      <Value name={SETTING_LABELS.banned_words}>{words.join(', ') || t('settings.cards.none')}</Value>
    </Values>
  )
}
