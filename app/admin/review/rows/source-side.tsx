import { TextChange } from '#app/admin/compare/text-diff.tsx'
import { t } from '#app/admin/messages.ts'
import type { SourceTag } from '#app/admin/review/check/reviewed-texts.ts'
import { TaggedText } from '#app/admin/review/rows/tagged-text.tsx'
import type { ReviewSegment } from '#core/domain/translation-review.ts'

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
