import { languageName } from '#app/admin/article/language-name.ts'
import { RowActions, type RowCommands } from '#app/admin/translations/row-actions.tsx'
import { RunProgress } from '#app/admin/translations/run-progress.tsx'
import { StateHints } from '#app/admin/translations/state-hints.tsx'
import { StatusBadge } from '#app/admin/translations/status-badge.tsx'
import type { TranslationState } from '#app/admin/translations/translation-state.ts'
import { useKeptRowFocus } from '#app/admin/translations/use-kept-row-focus.ts'

interface LanguageRowProps {
  state: TranslationState
  commands: RowCommands
}

/** The translation into one language: its state, what else is to be known, and what can be done. */
export function LanguageRow({ state, commands }: LanguageRowProps) {
  const { language, status } = state
  const focus = useKeptRowFocus<HTMLLIElement>()
  return (
    <li {...focus} aria-label={languageName(language)} className="space-y-1.5 py-3 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className={status === 'missing' ? 'text-soft' : 'font-medium'}>{languageName(language)}</span>
        <StatusBadge status={status} />
      </div>
      <StateDetails state={state} />
      <RowActions state={state} commands={commands} />
    </li>
  )
}

function StateDetails({ state: { status, run, hints } }: { state: TranslationState }) {
  if (status === 'running' && run) return <RunProgress run={run} />
  return (
    <>
      {run?.reason && <p className="break-words text-soft">{run.reason}</p>}
      {status !== 'queued' && <StateHints hints={hints} />}
    </>
  )
}
