import { t } from '#app/admin/messages.ts'
import type { ArticleNote } from '#core/domain/article-note.ts'

/** How much of what stands around the words is shown. */
const CONTEXT = 24
const LONGEST = 600

/** What a suggestion changes, between what stands around it. */
export function SuggestedWords({ note }: { note: ArticleNote }) {
  const { quote, replacement, prefix, suffix, language } = note
  return (
    <p lang={language} dir="auto" className="whitespace-pre-wrap text-soft wrap-anywhere">
      {before(prefix)}
      {quote && (
        <del className="bg-red/10 text-ink line-through decoration-red">
          <span className="sr-only">{t('notes.removed')} </span>
          {shorten(quote)}
        </del>
      )}
      {replacement && (
        <ins className="bg-green/15 text-ink underline decoration-green underline-offset-3">
          <span className="sr-only">{t('notes.added')} </span>
          {shorten(replacement)}
        </ins>
      )}
      {after(suffix)}
    </p>
  )
}

/** Whole words of the same line. */
const before = (prefix: string) =>
  linesOf(prefix.length <= CONTEXT ? prefix : prefix.slice(-CONTEXT).replace(/^\S*\s/, '')).at(-1)
const after = (suffix: string) =>
  linesOf(suffix.length <= CONTEXT ? suffix : suffix.slice(0, CONTEXT).replace(/\s\S*$/, '')).at(0)

const linesOf = (text: string) => text.split('\n')

const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
