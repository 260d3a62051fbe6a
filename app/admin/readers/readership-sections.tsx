import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { formatFigure, formatShare, groupReferrers } from '#app/admin/readers/format-figure.ts'
import { useSectionName } from '#app/admin/settings/sections/use-sections.ts'
import type { Readership } from '#core/domain/readership.ts'

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** The sums of a period by what was read, in which language, and how readers came. */
export function ReadershipSections({ readership }: { readership: Readership }) {
  const sectionName = useSectionName()
  const { articles, languages, sections, feeds } = readership
  return (
    <>
      <PageSection id="articles" title={t('readers.articles.title')} intro={t('readers.articles.intro')}>
        <Sums
          caption={t('readers.articles.title')}
          columns={[t('readers.article'), t('readers.views'), t('readers.visitors')]}
          rows={articles.map((article) => ({
            key: article.id,
            name: (
              <PageName
                name={
                  <Link
                    to={editArticlePath(article)}
                    className="underline decoration-transparent underline-offset-4 hover:decoration-current"
                  >
                    {nameOf(article)}
                  </Link>
                }
                lang={article.title ? article.language : undefined}
                note={t(
                  article.is_translation ? 'readers.articles.translation' : 'readers.articles.original',
                  {
                    language: languageName(article.language),
                  },
                )}
              />
            ),
            figures: [article.views, article.visitors],
          }))}
        />
      </PageSection>
      <PageSection id="languages" title={t('readers.languages.title')} intro={t('readers.languages.intro')}>
        <Sums
          caption={t('readers.languages.title')}
          columns={[t('readers.language'), t('readers.views'), t('readers.visitors')]}
          rows={languages.map(({ language, views, visitors }) => ({
            key: language,
            name: languageName(language),
            figures: [views, visitors ?? 0],
          }))}
        />
      </PageSection>
      <PageSection id="sections" title={t('readers.sections.title')} intro={t('readers.sections.intro')}>
        <Sums
          caption={t('readers.sections.title')}
          columns={[t('readers.section'), t('readers.views')]}
          rows={sections.map(({ slug, views }) => ({ key: slug, name: sectionName(slug), figures: [views] }))}
        />
      </PageSection>
      <WhereFromSection readership={readership} />
      <BroughtSection readership={readership} />
      <PageSection id="feeds" title={t('readers.feeds.title')} intro={t('readers.feeds.intro')}>
        <Sums
          caption={t('readers.feeds.title')}
          columns={[t('readers.feed'), t('readers.fetches'), t('readers.programs')]}
          rows={feeds.map(({ path, language, fetches, programs }) => ({
            key: path,
            name: <PageName name={path} note={languageName(language)} />,
            figures: [fetches, programs],
          }))}
        />
      </PageSection>
    </>
  )
}

function Sums(props: React.ComponentProps<typeof SumTable>) {
  if (props.rows.length === 0) return <p className="text-sm text-soft">{t('readers.none')}</p>
  return <SumTable {...props} />
}

/** A sentence for the readers of each language. Hosts are text, because anybody can send any host. */
function WhereFromSection({ readership }: { readership: Readership }) {
  const groups = groupReferrers(readership)
  return (
    <PageSection id="where-from" title={t('readers.from.title')} intro={t('readers.from.intro')}>
      {groups.length === 0 ? (
        <p className="text-sm text-soft">{t('readers.from.none')}</p>
      ) : (
        <ul className="max-w-prose space-y-2 text-sm wrap-anywhere">
          {groups.map(({ language, hosts, others }) => {
            const sites = hosts.map(({ host, views }) =>
              t('readers.from.site', { host, views: formatFigure(views) }),
            )
            if (others > 0) sites.push(t('readers.from.others', { views: formatFigure(others) }))
            return (
              <li key={language}>
                {t('readers.from.sentence', { language: languageName(language), sites: LIST.format(sites) })}
              </li>
            )
          })}
        </ul>
      )}
    </PageSection>
  )
}

/** Shows what translations and newsletters brought, and programs, which are in no other figure. */
function BroughtSection({ readership }: { readership: Readership }) {
  const { translations, article_views, newsletter, bots } = readership
  return (
    <PageSection id="brought" title={t('readers.brought.title')} intro={t('readers.brought.intro')}>
      <ul className="max-w-prose space-y-2 text-sm">
        <li>
          {t('readers.brought.translations', {
            count: translations,
            views: formatFigure(translations),
            share: formatShare(translations, article_views),
          })}
        </li>
        <li>
          {newsletter === 0
            ? t('readers.brought.noNewsletter')
            : t('readers.brought.newsletter', { count: newsletter, clicks: formatFigure(newsletter) })}
        </li>
        <li>{t('readers.brought.bots', { count: bots, fetches: formatFigure(bots) })}</li>
      </ul>
    </PageSection>
  )
}

/** So many rows are shown at first. */
const FIRST = 10

interface SumTableProps {
  caption: string
  /** The first names the rows. */
  columns: readonly string[]
  rows: readonly { key: string; name: React.ReactNode; figures: readonly number[] }[]
}

/** Sums side by side, the largest rows first; the rest is shown when somebody asks for it. */
export function SumTable({ caption, columns: [first, ...others], rows }: SumTableProps) {
  const [isWhole, setIsWhole] = useState(false)
  const cell = 'py-2 pl-4 text-right tabular-nums'
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b text-faint">
            <th scope="col" className="py-2 text-left align-bottom font-medium">
              {first}
            </th>
            {others.map((name) => (
              <th key={name} scope="col" className={`${cell} w-24 align-bottom font-medium sm:w-32`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isWhole ? rows : rows.slice(0, FIRST)).map(({ key, name, figures }) => (
            <tr key={key} className="border-line border-b">
              <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
                {name}
              </th>
              {figures.map((figure, column) => (
                <td key={others[column]} className={`${cell} align-top`}>
                  {formatFigure(figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > FIRST && (
        <button
          type="button"
          aria-expanded={isWhole}
          className="mt-1 inline-flex min-h-9 items-center text-sm underline underline-offset-4 hover:text-soft"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('readers.fewer') : t('readers.all', { count: rows.length })}
        </button>
      )}
    </>
  )
}

interface PageNameProps {
  name: React.ReactNode
  /** The language of the name. */
  lang?: string | undefined
  note: string
}

/** A page with what tells it from others of the same name. */
export function PageName({ name, lang, note }: PageNameProps) {
  return (
    <>
      <span lang={lang}>{name}</span>
      <span className="mt-0.5 block text-faint text-xs">{note}</span>
    </>
  )
}
