import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { editPagePath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { SECTIONS, settingsPath } from '#app/admin/settings/sections.ts'
import { SETTINGS_KEY, settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { wordPath } from '#app/admin/settings/words/words.ts'
import { STATEMENTS_STEP, statementsQuery } from '#app/admin/shell/setup/setup-steps.ts'
import { PAGE_NAMES } from '#app/admin/stories/pages/page-name.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { saveSettings } from '#core/data/settings.ts'
import type { SettingChange, Settings, SettingValues } from '#core/domain/settings.ts'
import type { DescribedStatement, StatementPlace } from '#core/i18n/describe-statements.ts'
import { makesStatement, type StatementId, type StatementKind } from '#core/i18n/statements.ts'
import type { LegalPage } from '#core/paths.ts'

const SETTING_PLACES = {
  contact_address: { name: SECTIONS.site.title, to: settingsPath(SECTIONS.site) },
  newsletter_time: { name: SECTIONS.newsletter.title, to: settingsPath(SECTIONS.newsletter) },
  landing_figures: { name: SECTIONS.landing.title, to: settingsPath(SECTIONS.landing) },
}

/** Shows what readers are told in the name of the publication, each with what is to become of it. */
export function StatementsStep() {
  const statements = useQuery(statementsQuery)
  const settings = useQuery(settingsQuery)
  return (
    <section aria-labelledby="statements" className="max-w-2xl">
      <h2 id="statements" tabIndex={-1} className="font-display font-medium text-title">
        {STATEMENTS_STEP.title}
      </h2>
      <p className="mt-1.5 max-w-prose text-sm text-soft">{t('setup.statements.intro')}</p>
      <QueryView query={statements} what={STATEMENTS_STEP.title} pending={<ListSkeleton rows={8} />}>
        {(list) => (
          <QueryView query={settings} what={t('settings.what')} pending={<ListSkeleton rows={8} />}>
            {({ stored, defaults }) => (
              <Statements list={list} stored={stored} settings={{ ...defaults, ...stored }} />
            )}
          </QueryView>
        )}
      </QueryView>
    </section>
  )
}

interface StatementsProps {
  list: readonly DescribedStatement[]
  stored: Partial<SettingValues>
  /** Those in force. */
  settings: Pick<Settings, 'site_name' | 'statements' | 'statements_read'>
}

function Statements({ list, stored, settings }: StatementsProps) {
  const isRead = ({ id, version }: DescribedStatement) => settings.statements_read[id] === version
  const unread = list.filter((statement) => !isRead(statement))
  const save = useDeskMutation({
    async run(client, changes: SettingChange[]) {
      const conflicts = await saveSettings(client, changes)
      if (conflicts.length > 0) throw new AnswerRefusal(t('setup.statements.conflict'))
    },
    invalidates: [SETTINGS_KEY],
  })

  /** Notes these as read, and what was decided about one of them. */
  function decide(read: readonly DescribedStatement[], decision?: 'keep' | 'out') {
    if (save.isPending) return
    const changed = (key: 'statements' | 'statements_read', value: object): SettingChange => ({
      key,
      before: stored[key] ?? null,
      after: { ...stored[key], ...value },
    })
    void save.attempt([
      changed('statements_read', Object.fromEntries(read.map(({ id, version }) => [id, version]))),
      ...(decision ? [changed('statements', Object.fromEntries(read.map(({ id }) => [id, decision])))] : []),
    ])
  }

  return (
    <>
      <p role="status" className="mt-4 text-sm">
        {unread.length > 0
          ? t('setup.statements.unread', { count: unread.length })
          : t('setup.statements.allRead')}
      </p>
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {list.map((statement) => {
          const name = STATEMENT_NAMES[statement.id]
          const isOwn = statement.places.some((place) => place.isOwn)
          // An own text is said until the statement is left out.
          const isMade =
            makesStatement(settings, statement.id) || (isOwn && !settings.statements[statement.id])
          return (
            <li key={statement.id} className="py-5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <h3 className="font-semibold">{name}</h3>
                <span className="text-faint text-sm">{KIND_NAMES[statement.kind]}</span>
                {!isRead(statement) && (
                  <Badge look="plain" tone="orange">
                    {t('setup.statements.notRead')}
                  </Badge>
                )}
              </div>
              <Places places={statement.places} isMade={isMade} />
              <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-pressed={isRead(statement) && isMade}
                  aria-disabled={save.isPending}
                  aria-label={t('setup.statements.keepThis', { name })}
                  className="aria-pressed:border-ink aria-pressed:bg-wash"
                  onClick={() => decide([statement], statement.stays ? undefined : 'keep')}
                >
                  {t('setup.statements.keep')}
                </Button>
                {!statement.stays && (
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-pressed={isRead(statement) && !isMade}
                    aria-disabled={save.isPending}
                    aria-label={t('setup.statements.leaveThisOut', { name })}
                    className="aria-pressed:border-ink aria-pressed:bg-wash"
                    onClick={() => decide([statement], 'out')}
                  >
                    {t('setup.statements.leaveOut')}
                  </Button>
                )}
                <span className="text-soft text-sm">
                  {isMade ? t('setup.statements.shown') : t('setup.statements.notShown')}
                </span>
              </div>
            </li>
          )
        })}
      </ul>
      {unread.length > 0 && (
        <Notice className="mt-6" title={t('setup.statements.rest.title')}>
          <p>{t('setup.statements.rest.text')}</p>
          <Button variant="secondary" aria-disabled={save.isPending} onClick={() => decide(unread)}>
            {t('setup.statements.rest', { count: unread.length })}
          </Button>
        </Notice>
      )}
    </>
  )
}

/** Lists where a statement is made: the first place, and the others folded up. */
function Places({ places, isMade }: { places: readonly StatementPlace[]; isMade: boolean }) {
  const [first, ...others] = places
  const list = (listed: readonly StatementPlace[]) => (
    <ul className="mt-2 space-y-1.5 text-sm">
      {listed.map((place) => (
        <Place key={`${place.name} ${place.text}`} place={place} isMade={isMade} />
      ))}
    </ul>
  )
  return (
    <>
      {first && list([first])}
      {others.length > 0 && (
        <details className="group mt-1.5 text-sm">
          <summary className="flex min-h-6 w-fit cursor-pointer items-center gap-1.5 py-0.5 text-soft hover:text-ink">
            <ChevronRight
              aria-hidden
              size={16}
              className="shrink-0 text-faint transition-transform group-open:rotate-90 motion-reduce:transition-none"
            />
            {t('setup.statements.more', { count: others.length })}
          </summary>
          {list(others)}
        </details>
      )}
    </>
  )
}

/** Shows what is said in one place, with the way to its editor. */
function Place({ place: { at, name, text, isOwn }, isMade }: { place: StatementPlace; isMade: boolean }) {
  const { where, to } = placeOf(at, name)
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-line border-l-2 pl-3">
      <span className={`min-w-0 basis-full wrap-anywhere ${isMade ? '' : 'text-soft'}`}>
        {text || t('setup.statements.ownPage')}
      </span>
      <span className="text-faint">
        {where}
        {isOwn && text && ` · ${t('setup.statements.own')}`}
      </span>
      <Link
        to={to}
        aria-label={t('setup.statements.changeThis', { text: text || where })}
        className="inline-flex min-h-6 items-center underline underline-offset-4"
      >
        {t('setup.statements.change')}
      </Link>
    </li>
  )
}

function placeOf(at: StatementPlace['at'], name: string): { where: string; to: string } {
  if (at === 'page') return { where: PAGE_NAMES[name as LegalPage], to: editPagePath(name, 'en') }
  if (at === 'word' && /categor/.test(name))
    return { where: SECTIONS.sections.title, to: settingsPath(SECTIONS.sections) }
  if (at === 'word') return { where: t('setup.statements.words'), to: wordPath(name) }
  const { name: where, to } = SETTING_PLACES[name as keyof typeof SETTING_PLACES]
  return { where, to }
}

const KIND_NAMES: Record<StatementKind, string> = {
  promise: t('setup.statements.kind.promise'),
  law: t('setup.statements.kind.law'),
  date: t('setup.statements.kind.date'),
  address: t('setup.statements.kind.address'),
  figure: t('setup.statements.kind.figure'),
}

/** The texts of the statements, each in one line. */
const STATEMENT_NAMES: Record<StatementId, string> = {
  replies: t('setup.statements.replies'),
  corrections: t('setup.statements.corrections'),
  anyLanguage: t('setup.statements.anyLanguage'),
  selling: t('setup.statements.selling'),
  changes: t('setup.statements.changes'),
  independence: t('setup.statements.independence'),
  daily: t('setup.statements.daily'),
  experts: t('setup.statements.experts'),
  contents: t('setup.statements.contents'),
  minutes: t('setup.statements.minutes'),
  gdpr: t('setup.statements.gdpr'),
  noSpam: t('setup.statements.noSpam'),
  freeForever: t('setup.statements.freeForever'),
  free: t('setup.statements.free'),
  trust: t('setup.statements.trust'),
  figures: t('setup.statements.figures'),
  sundays: t('setup.statements.sundays'),
  address: t('setup.statements.address'),
  owner: t('setup.statements.owner'),
  dataLaw: t('setup.statements.dataLaw'),
  swissLaw: t('setup.statements.swissLaw'),
  liability: t('setup.statements.liability'),
  children: t('setup.statements.children'),
  dates: t('setup.statements.dates'),
  privacy: t('setup.statements.privacy'),
  terms: t('setup.statements.terms'),
}
