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
