import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { SETTINGS_KEY, settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { saveSettings } from '#core/data/settings.ts'
import { countInLanguage } from '#core/data/translation-coverage.ts'
import type { LanguageFigures } from '#core/domain/translation-coverage.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, LANGUAGES, type Language } from '#core/i18n/languages.ts'

const figuresQuery = (language: Language) =>
  deskQuery(['languages', language], (client) => countInLanguage(client, language))

/** The languages that readers are offered, each with its switch, which saves at once. */
export function LanguageSwitches() {
  const settings = useQuery(settingsQuery)
  return (
    <QueryView query={settings} what={t('settings.languages.title')} pending={<ListSkeleton rows={6} />}>
      {({ stored }) => <Switches stored={stored.languages ?? null} />}
    </QueryView>
  )
}

function Switches({ stored }: { stored: readonly Language[] | null }) {
  const offered = stored ?? LANGUAGE_CODES
  const [leaving, setLeaving] = useState<Language | null>(null)
  const { toast } = useToast()
  const save = useDeskMutation({ run: saveSettings, invalidates: [SETTINGS_KEY] })
  /** A ref, because the state would be too late for a double click. */
  const isSaving = useRef(false)

  /** Returns false, after saying why, when another administrator has changed the languages meanwhile. */
  async function change(language: Language, isOffered: boolean) {
    const next = LANGUAGE_CODES.filter((code) => (code === language ? isOffered : offered.includes(code)))
    // All of them is the default, which a language that is added later belongs to.
    const after = next.length === LANGUAGE_CODES.length ? null : next
    const conflicts = await save.mutateAsync([{ key: 'languages', before: stored, after }])
    const name = languageName(language)
    if (conflicts.length > 0)
      toast({ title: t('ui.error'), description: t('settings.languages.conflict'), variant: 'destructive' })
    else
      toast({
        title: t('ui.success'),
        description: t(isOffered ? 'settings.languages.on' : 'settings.languages.off', { language: name }),
      })
    return conflicts.length === 0
  }

  async function switchOn(language: Language) {
    if (isSaving.current) return
    isSaving.current = true
    try {
      await change(language, true)
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    } finally {
      isSaving.current = false
    }
  }

  return (
    <>
      <ul className="max-w-2xl divide-y divide-line border-line border-y text-sm">
        {LANGUAGES.map(({ code, name }) => (
          <li key={code}>
            <label className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 py-1 has-disabled:cursor-default">
              <input
                type="checkbox"
                role="switch"
                className="size-4.5 shrink-0 accent-ink"
                checked={offered.includes(code)}
                aria-checked={offered.includes(code)}
                disabled={code === DEFAULT_LANGUAGE}
                onChange={({ target }) => (target.checked ? void switchOn(code) : setLeaving(code))}
              />
              <span className="font-medium">{languageName(code)}</span>
              {languageName(code) !== name && (
                <span lang={code} className="text-soft">
                  {name}
                </span>
              )}
              <span className="ml-auto text-faint">{stateOf(code, offered)}</span>
            </label>
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          title={t('settings.languages.confirm', { language: languageName(leaving) })}
          action={t('settings.languages.switchOff')}
          onConfirm={() => change(leaving, false)}
          onClose={() => setLeaving(null)}
        >
          <Consequences language={leaving} />
        </ConfirmDialog>
      )}
    </>
  )
}

function stateOf(code: Language, offered: readonly Language[]) {
  if (code === DEFAULT_LANGUAGE) return t('settings.languages.always')
  return t(offered.includes(code) ? 'settings.languages.isOffered' : 'settings.languages.isOff')
}

/** Says what it concerns when a language is switched off, and what readers get instead. */
function Consequences({ language }: { language: Language }) {
  const figures = useQuery({ ...figuresQuery(language), staleTime: 0 })
  return (
    <>
      <QueryView
        query={figures}
        what={t('settings.languages.figures')}
        pending={<Skeleton className="h-24" />}
      >
        {(found) => (
          <ul className="list-disc space-y-1.5 pl-5">
            {linesOf(found).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </QueryView>
      <p>{t('settings.languages.stays')}</p>
    </>
  )
}

const NUMBER = new Intl.NumberFormat('en')

function linesOf({ published, drafts, under_way, subscribers, editions }: LanguageFigures): string[] {
  const line = (count: number, text: string) => (count > 0 ? [text] : [])
  const n = (count: number) => ({ count, number: NUMBER.format(count) })
  return [
    published > 0
      ? t('settings.languages.published', n(published))
      : t('settings.languages.nothingPublished'),
    ...line(drafts, t('settings.languages.drafts', n(drafts))),
    ...line(under_way, t('settings.languages.underWay', n(under_way))),
    ...line(subscribers, t('settings.languages.subscribers', n(subscribers))),
    ...line(editions, t('settings.languages.editions', n(editions))),
  ]
}
