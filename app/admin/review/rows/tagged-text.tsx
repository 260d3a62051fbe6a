import { Fragment } from 'react'
import type { ShownTag } from '#app/admin/review/check/reviewed-texts.ts'
import { describeTag } from '#app/admin/review/rows/describe-tag.ts'

interface TaggedTextProps {
  text: string
  /** What the tags stand for; those that are not in it are marked as unknown. Without it nothing is known yet. */
  tags: readonly ShownTag[] | undefined
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
