import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { Field } from '#app/components/ui/field.tsx'
import { type ImportQuestion, QUESTION_ANSWERS, type QuestionAnswer } from '#core/domain/subscriber-import.ts'

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
