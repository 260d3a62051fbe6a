import { useEffect, useRef } from 'react'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { Field } from '#app/components/ui/field.tsx'
import {
  type IgnoredColumn,
  type ImportProblemKind,
  type ImportQuestion,
  type ImportReport,
  QUESTION_ANSWERS,
  type QuestionAnswer,
  SUBSCRIBER_PROGRAMS,
} from '#core/domain/subscriber-import.ts'

const KINDS: Record<ImportProblemKind, string> = {
  no_address: t('subscribers.import.kind.noAddress'),
  invalid_address: t('subscribers.import.kind.invalidAddress'),
  long_address: t('subscribers.import.kind.longAddress'),
  not_utf8: t('subscribers.import.kind.notUtf8'),
  quotes: t('subscribers.import.kind.quotes'),
  duplicate: t('subscribers.import.kind.duplicate'),
  left_elsewhere: t('subscribers.import.kind.leftElsewhere'),
  bounced_elsewhere: t('subscribers.import.kind.bouncedElsewhere'),
  complained_elsewhere: t('subscribers.import.kind.complainedElsewhere'),
  long_local: t('subscribers.import.kind.longLocal'),
  stray_dot: t('subscribers.import.kind.strayDot'),
  invisible: t('subscribers.import.kind.invisible'),
  deleted_elsewhere: t('subscribers.import.kind.deletedElsewhere'),
  unclear: t('subscribers.import.kind.unclear'),
  left_out: t('subscribers.import.kind.leftOut'),
  nonsubscribed_elsewhere: t('subscribers.import.kind.nonsubscribedElsewhere'),
  unconfirmed_elsewhere: t('subscribers.import.kind.unconfirmedElsewhere'),
  unsubscribed: t('subscribers.import.kind.unsubscribed'),
  administrator: t('subscribers.import.kind.administrator'),
  bounced: t('subscribers.import.kind.bounced'),
  complained: t('subscribers.import.kind.complained'),
  erased: t('subscribers.import.kind.erased'),
  cells: t('subscribers.import.kind.cells'),
  language: t('subscribers.import.kind.language'),
  sections: t('subscribers.import.kind.sections'),
  date: t('subscribers.import.kind.date'),
}

interface ImportReportViewProps {
  report: ImportReport
  /** The questions that have to be answered first. */
  children?: React.ReactNode
}

/** Says what an import has done, or would do. It gets focus, because it answers what was asked. */
export function ImportReportView({ report, children }: ImportReportViewProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>(report)
  const { dryRun, program, files, lines, added, confirmed, already, skipped, counts, problems, columns } =
    report
  const { blocked, ended, staying } = report
  const reported = counts.reduce((sum, { lines: count }) => sum + count, 0)
  const number = (value: number) => value.toLocaleString('en-US')
  return (
    <div className="mt-5 border-line border-t pt-4 text-sm">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        {t(dryRun ? 'subscribers.import.dryRun' : 'subscribers.import.done')}
      </h3>
      <p className="mt-1.5 text-soft">
        {program && `${t('subscribers.import.program', { program: SUBSCRIBER_PROGRAMS[program] })} `}
        {t('subscribers.import.lines', { count: lines })}
      </p>
      {files.length > 0 && (
        <ul
          aria-label={t('subscribers.import.files')}
          className="mt-1 border-line border-l-2 pl-3 text-faint wrap-anywhere"
        >
          {files.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
      )}
      <ul className="mt-2 list-disc space-y-1 pl-5">
        <li>{t('subscribers.import.added', { count: added })}</li>
        {confirmed > 0 && <li>{t('subscribers.import.confirmed', { count: confirmed })}</li>}
        {already > 0 && <li>{t('subscribers.import.already', { count: already })}</li>}
        {skipped > 0 && <li>{t('subscribers.import.skipped', { count: skipped })}</li>}
        {blocked > 0 && <li>{t('subscribers.import.blocked', { count: blocked })}</li>}
        {ended > 0 && <li>{t('subscribers.import.ended', { count: ended })}</li>}
        {staying > 0 && <li>{t('subscribers.import.staying', { count: staying })}</li>}
      </ul>
      {program === 'listmonk' && (
        <Notice tone="warning" className="mt-3">
          <p>{t('subscribers.import.listmonk')}</p>
        </Notice>
      )}
      {dryRun && added + confirmed === 0 && (
        <p className="mt-2 font-medium">{t('subscribers.import.nothing')}</p>
      )}
      {children}
      {counts.length > 0 && (
        <table className="mt-4 w-full text-left">
          <caption className="mb-1 text-left font-semibold">{t('subscribers.import.problems')}</caption>
          <tbody>
            {counts.map(({ kind, lines: count }) => (
              <tr key={kind} className="border-line border-t align-top">
                <th scope="row" className="py-1.5 pr-4 font-normal">
                  {KINDS[kind]}
                </th>
                <td className="py-1.5 text-right tabular-nums">{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {problems.length > 0 && (
        <section
          aria-label={t('subscribers.import.problems')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard
          tabIndex={0}
          className="mt-3 max-h-52 overflow-y-auto border-line border-y"
        >
          <ol className="divide-y divide-line">
            {problems.map(({ file, line, kind, value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may be reported twice, and none changes its place.
              <li key={index} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 py-1.5">
                <span className="text-faint tabular-nums">
                  {t('subscribers.import.line', { line: number(line) })}
                </span>
                <span className="min-w-0 wrap-anywhere">
                  {value && <span className="font-medium">{value}</span>}{' '}
                  <span className="text-soft">{KINDS[kind]}</span>
                  {file && <span className="block text-faint">{file}</span>}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {reported > problems.length && (
        <p className="mt-1.5 text-faint">
          {t('subscribers.import.more', { count: reported - problems.length })}
        </p>
      )}
      <p className="mt-3 text-faint wrap-anywhere">
        {t('subscribers.import.columns', { columns: columns.read.join(', ') })}{' '}
        {columns.ignored.length > 0 &&
          t('subscribers.import.ignored', { columns: columns.ignored.map(describeColumn).join('; ') })}{' '}
        {columns.more > 0 && t('subscribers.import.columnsMore', { count: columns.more })}
      </p>
    </div>
  )
}

const describeColumn = ({ name, values }: IgnoredColumn): string =>
  values.length > 0 ? `${name} (${values.join(', ')})` : name

/** Moves focus to the element of the ref when it appears, and when what it shows is another thing. */
function useFocusOnMount<Element extends HTMLElement>(shown: unknown): React.RefObject<Element | null> {
  const ref = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thing in the same element has to be read out too.
  useEffect(() => ref.current?.focus(), [shown])
  return ref
}

const ANSWERS: Record<QuestionAnswer, string> = {
  bring_in: t('subscribers.import.answer.bringIn'),
  leave_out: t('subscribers.import.answer.leaveOut'),
  unsubscribed: t('subscribers.import.answer.unsubscribed'),
}

interface ImportQuestionsProps {
  questions: readonly ImportQuestion[]
  /** By the keys of the questions. */
  answers: ReadonlyMap<string, QuestionAnswer>
  disabled: boolean
  /** Null takes an answer back. */
  onAnswer: (key: string, answer: QuestionAnswer | null) => void
}

/** Asks what the words of a file mean that no program is known for. */
export function ImportQuestions({ questions, answers, disabled, onAnswer }: ImportQuestionsProps) {
  return (
    <section aria-labelledby="import-questions" className="mt-4 border-orange border-l-2 pl-4">
      <h4 id="import-questions" className="font-semibold">
        {t('subscribers.import.questions')}
      </h4>
      <p className="mt-1 text-soft">{t('subscribers.import.questions.intro')}</p>
      {questions.map((question) => (
        <Field key={question.key} label={labelOf(question)} className="mt-3 wrap-anywhere">
          {(control) => (
            <SelectControl
              {...control}
              value={answers.get(question.key) ?? ''}
              disabled={disabled}
              onChange={({ target }) =>
                onAnswer(question.key, QUESTION_ANSWERS.find((answer) => answer === target.value) ?? null)
              }
            >
              <option value="">{t('subscribers.import.answer.open')}</option>
              {QUESTION_ANSWERS.map((answer) => (
                <option key={answer} value={answer}>
                  {ANSWERS[answer]}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
      ))}
    </section>
  )
}

function labelOf({ column, value, lines }: ImportQuestion): string {
  const shown =
    value === null
      ? t('subscribers.import.questions.others')
      : value || t('subscribers.import.questions.empty')
  return t('subscribers.import.question', { column, value: shown, count: lines })
}
