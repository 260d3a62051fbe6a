import { t } from '#app/admin/messages.ts'
import type { ShownTag } from '#app/admin/review/check/reviewed-texts.ts'
import { describeTag } from '#app/admin/review/rows/describe-tag.ts'
import { missingTags, writtenTag } from '#app/admin/review/rows/insert-tag.ts'
import { putTag } from '#app/admin/review/rows/target-field.tsx'

interface TagButtonsProps {
  tags: readonly ShownTag[]
  text: string
  field: () => HTMLTextAreaElement | null
}

/** What the tags of a block stand for. Those that are missing can be put where the cursor is. */
export function TagButtons({ tags, text, field }: TagButtonsProps) {
  const missing = new Set(missingTags(text, tags).map(({ id }) => id))
  return (
    <div className="text-sm">
      <p className="mb-1 text-faint">{t('review.tags.title')}</p>
      <ul className="space-y-1">
        {tags.map((tag) => (
          <li key={tag.id} className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <code className="rounded-sm bg-blue/15 px-1 text-blue text-xs">{writtenTag(tag)}</code>
            <span className="min-w-0 text-soft wrap-anywhere">{describeTag(tag)}</span>
            {missing.has(tag.id) && (
              <button
                type="button"
                aria-label={t('review.tags.insertLabel', { tag: writtenTag(tag), what: describeTag(tag) })}
                aria-keyshortcuts="Alt+T"
                className="min-h-6 font-medium text-red underline underline-offset-4"
                // The cursor stays where the tag is meant to be.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  const target = field()
                  if (target) putTag(target, tag)
                }}
              >
                {t('review.tags.insert')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
