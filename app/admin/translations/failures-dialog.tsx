import { useQuery } from '@tanstack/react-query'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { failuresQuery } from '#app/admin/translations/translations-queries.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { SHORT_TEXTS } from '#core/domain/article.ts'
import type { FailedSegment, RunState } from '#core/domain/translation-run.ts'
import type { Language } from '#core/i18n/languages.ts'

const FIELDS = new Map<string, string>(SHORT_TEXTS.map((field) => [field, fieldLabel(field)]))

const KINDS = new Map([
  ['heading', t('translations.kind.heading')],
  ['paragraph', t('translations.kind.paragraph')],
  ['item', t('translations.kind.item')],
  ['cell', t('translations.kind.cell')],
  ['alt', t('translations.kind.alt')],
  ['caption', t('translations.kind.caption')],
  ['title', t('translations.kind.title')],
])

interface FailuresDialogProps {
  run: RunState
  /** Absent when no model is set up. */
  onRetry: (() => void) | null
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** The parts for which no translation passed the checks, each with both texts and the reasons. */
export function FailuresDialog({ run, onRetry, onClose, focusAfter }: FailuresDialogProps) {
  const failures = useQuery(failuresQuery(run.id))
  const language = languageName(run.language)
  return (
    <ModalDialog
      title={t('translations.failures.title', { language })}
      onClose={onClose}
      focusAfter={focusAfter}
      width="texts"
    >
      <p className="mb-5 max-w-prose text-sm text-soft">
        {run.reason} {t('translations.failures.intro')}
      </p>
      <QueryView query={failures} what={t('translations.failures.what')} pending={<ListSkeleton rows={2} />}>
        {(rows) => (
          <ol className="divide-y divide-line border-line border-y">
            {(rows ?? []).map((failure, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one part may be named twice, and the list never changes
              <FailedPart key={index} failure={failure} language={run.language} />
            ))}
          </ol>
        )}
      </QueryView>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('translations.failures.close')}
        </Button>
        {onRetry && <Button onClick={onRetry}>{t('translations.row.retry')}</Button>}
      </div>
    </ModalDialog>
  )
}

function FailedPart({ failure, language }: { failure: FailedSegment; language: Language }) {
  return (
    <li className="space-y-3 py-4 text-sm">
      <h3 className="font-semibold">{nameSegment(failure)}</h3>
      <ul className="list-disc space-y-1 pl-5 text-red">
        {failure.problems.map((problem) => (
          <li key={problem} className="break-words">
            {problem}
          </li>
        ))}
      </ul>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Text label={languageName('en')} language="en" text={failure.source} />
        <Text label={languageName(language)} language={language} text={failure.text} />
      </dl>
    </li>
  )
}

function Text({ label, language, text }: { label: string; language: Language; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="mb-1 text-faint">{label}</dt>
      <dd
        lang={text ? language : undefined}
        className="whitespace-pre-wrap break-words border-line border-l-2 pl-3"
      >
        {text || <span className="text-faint">{t('translations.failures.noAnswer')}</span>}
      </dd>
    </div>
  )
}

/** What a part of an article is, and in which block of the text: 'Paragraph in block 3'. */
function nameSegment({ segment, kind }: Pick<FailedSegment, 'segment' | 'kind'>): string {
  if (kind === 'field') return FIELDS.get(segment) ?? segment
  const name = KINDS.get(kind) ?? t('translations.kind.other')
  const [number] = /^\d+/.exec(segment) ?? []
  return number ? t('translations.kind.inBlock', { name, number }) : name
}
