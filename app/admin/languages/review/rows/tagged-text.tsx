import { Fragment } from 'react'
import { TextChange } from '#app/admin/kit/compare/text-diff.tsx'
import { t } from '#app/admin/kit/messages.ts'
import type { SourceTag } from '#app/admin/languages/review/check/reviewed-texts.ts'
import type { ReviewSegment } from '#core/domain/translation-review.ts'

interface TaggedTextProps {
  text: string
  /** The known tags; others are marked as unknown. Undefined until they are loaded. */
  tags: readonly SourceTag[] | undefined
}

const TAG = /(<\/?[a-z]\d{1,6}\s?\/?>)/
const KNOWN = 'rounded-sm bg-blue/15 text-blue'

/** A text with its tags made visible. */
export function TaggedText({ text, tags }: TaggedTextProps) {
  const known = new Map(tags?.map((tag) => [tag.id, tag]))
  // Every other part is a tag.
  return text.split(TAG).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    if (index % 2 === 0) return <Fragment key={index}>{part}</Fragment>
    const tag = known.get(part.replace(/[^a-z\d]/g, ''))
    const look = tag || !tags ? KNOWN : 'rounded-sm bg-red/15 text-red'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same
      <span key={index} className={look} title={tag && describeTag(tag)}>
        {part}
      </span>
    )
  })
}

const LONGEST_VALUE = 120

/** The description of a tag. */
export function describeTag({ kind, value }: Pick<SourceTag, 'kind' | 'value'>): string {
  const what = value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE).toWellFormed()}…` : value
  switch (kind) {
    case 'b':
      return t('review.tag.bold')
    case 'i':
      return t('review.tag.italic')
    case 's':
      return t('review.tag.deleted')
    case 'a':
      return t('review.tag.link', { what })
    case 'c':
      return t('review.tag.code', { what })
    case 'u':
      return t('review.tag.address', { what })
    case 'm':
      return t('review.tag.image', { what })
    case 'h':
      return t('review.tag.html', { what })
    case 'f':
      return t('review.tag.footnote', { what })
    case 'v':
      return t('review.tag.placeholder', { what })
    case 'n':
      return t('review.tag.break')
  }
}

interface SourceSideProps {
  segment: ReviewSegment
  tags: readonly SourceTag[] | undefined
  children: React.ReactNode
}

/** The source text, and its changes. */
export function SourceSide({ segment, tags, children }: SourceSideProps) {
  const { source, translatedFrom, saysNow } = segment
  return (
    <div className="min-w-0 space-y-3">
      <p lang="en" className="whitespace-pre-wrap leading-relaxed text-soft wrap-anywhere md:py-2">
        <TaggedText text={source} tags={tags} />
      </p>
      {translatedFrom !== null && (
        <Change title={t('review.source.changed')} before={translatedFrom} after={source} />
      )}
      {saysNow !== null && <Change title={t('review.source.saysNow')} before={source} after={saysNow} />}
      {children}
    </div>
  )
}

function Change({ title, before, after }: { title: string; before: string; after: string }) {
  return (
    <div className="border-orange border-l-2 pl-3 text-sm">
      <p className="mb-1 font-semibold">{title}</p>
      <TextChange before={before} after={after} lang="en" />
    </div>
  )
}

interface Selected {
  text: string
  from: number
  to: number
}

type WrittenTag = Pick<SourceTag, 'id' | 'isPair'>

const openingOf = ({ id, isPair }: WrittenTag) => (isPair ? `<${id}>` : `<${id}/>`)
const closingOf = ({ id, isPair }: WrittenTag) => (isPair ? `</${id}>` : '')

/** A tag as it is written in a text. */
export const writtenTag = (tag: WrittenTag) =>
  tag.isPair ? `${openingOf(tag)}…${closingOf(tag)}` : openingOf(tag)

/** The tags of the source that a text lacks, or of which it has only one half. */
export function missingTags<Tag extends WrittenTag>(text: string, tags: readonly Tag[]): Tag[] {
  return tags.filter((tag) => !text.includes(openingOf(tag)) || !text.includes(closingOf(tag)))
}

/** Puts a tag into a text: around what is selected when it is a pair, else after it. Only the half that is missing is added. */
export function insertTag({ text, from, to }: Selected, tag: WrittenTag): Selected {
  const hasOpening = text.includes(openingOf(tag))
  const hasClosing = text.includes(closingOf(tag))
  const [before, selected, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)]
  if (tag.isPair && hasOpening !== hasClosing) {
    const half = hasOpening ? closingOf(tag) : openingOf(tag)
    const at = hasOpening ? before + selected : before
    const rest = hasOpening ? after : selected + after
    return { text: at + half + rest, from: at.length + half.length, to: at.length + half.length }
  }
  const opening = openingOf(tag)
  if (!tag.isPair) {
    const end = to + opening.length
    return { text: before + selected + opening + after, from: end, to: end }
  }
  const start = from + opening.length
  return {
    text: before + opening + selected + closingOf(tag) + after,
    from: start,
    to: start + selected.length,
  }
}
