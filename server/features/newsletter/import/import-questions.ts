import { createHash } from 'node:crypto'
import {
  type ImportQuestion,
  MAX_QUESTIONS,
  QUESTIONS_PER_COLUMN,
  type QuestionAnswer,
} from '#core/domain/subscriber-import.ts'
import { shorten } from '#server/features/newsletter/import/parse-cells.ts'
import type { Standing } from '#server/features/newsletter/import/standing.ts'

/** A question as a person names it: `Status=unreachable`, or `Status=*` for all words that are not shown. */
export const questionText = ({ column, value }: Pick<ImportQuestion, 'column' | 'value'>): string =>
  `${column}=${value ?? '*'}`

/** It is the same in a dry run and in the import, and has no word of the file. */
export const questionKey = (text: string): string =>
  createHash('sha256').update(text.toLowerCase()).digest('base64url').slice(0, 12)

const STANDING_BY_ANSWER: Record<QuestionAnswer, Standing> = {
  bring_in: 'subscribed',
  leave_out: 'left_out',
  unsubscribed: 'unsubscribed',
}

/** Collects the words of a file that are not known, as many as an editor can answer, and knows the answers. */
export class ImportQuestions {
  readonly #answers: ReadonlyMap<string, QuestionAnswer>
  /** By their texts in lower case. */
  readonly #asked = new Map<string, ImportQuestion>()
  readonly #perColumn = new Map<string, number>()

  constructor(answers: ReadonlyMap<string, QuestionAnswer>) {
    this.#answers = answers
  }

  /** Finds how somebody stands of whom a column says this. */
  ask(column: string, text: string): Standing {
    const question = this.#find(column, shorten(text, 60))
    if (!question) return 'unclear'
    question.lines += 1
    return question.answer ? STANDING_BY_ANSWER[question.answer] : 'unclear'
  }

  list(): ImportQuestion[] {
    return [...this.#asked.values()].toSorted((a, b) => b.lines - a.lines)
  }

  #find(column: string, value: string): ImportQuestion | undefined {
    const known = this.#asked.get(questionText({ column, value }).toLowerCase())
    if (known) return known
    const asked = this.#perColumn.get(column) ?? 0
    if (asked < QUESTIONS_PER_COLUMN) return this.#add(column, value, asked)
    return (
      this.#asked.get(questionText({ column, value: null }).toLowerCase()) ?? this.#add(column, null, asked)
    )
  }

  #add(column: string, value: string | null, asked: number): ImportQuestion | undefined {
    if (this.#asked.size >= MAX_QUESTIONS) return undefined
    const text = questionText({ column, value })
    const key = questionKey(text)
    const question = { key, column, value, lines: 0, answer: this.#answers.get(key) ?? null }
    this.#asked.set(text.toLowerCase(), question)
    this.#perColumn.set(column, asked + 1)
    return question
  }
}
