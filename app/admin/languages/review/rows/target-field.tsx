import type { SourceTag } from '#app/admin/languages/review/check/reviewed-texts.ts'
import { insertTag, missingTags, TaggedText } from '#app/admin/languages/review/rows/tagged-text.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

interface TargetFieldProps {
  label: string
  text: string
  language: TranslatedLanguage
  tags: readonly SourceTag[] | undefined
  hasProblem: boolean
  describedBy: string | undefined
  onChange: (text: string) => void
  /** Called to approve the text and go to the next one. */
  onDone: () => void
  onLeave: () => void
}

/** The number of characters that can be stored. */
const MAX_CHARACTERS = 40_000

const BOX =
  'col-start-1 row-start-1 min-w-0 rounded-sm border px-3 py-2 text-base whitespace-pre-wrap leading-relaxed wrap-anywhere'

/** The text of a translation. It is as high as what is in it, and its tags are coloured. */
export function TargetField(props: TargetFieldProps) {
  const { label, text, language, tags, hasProblem, describedBy, onChange, onDone, onLeave } = props
  return (
    <div className="grid">
      {/* Its twin below gives the field its height, and the tags their colour. */}
      <div aria-hidden lang={language} className={`${BOX} border-transparent text-transparent select-none`}>
        <TaggedText text={text} tags={tags} />{' '}
      </div>
      <textarea
        aria-label={label}
        aria-invalid={hasProblem || undefined}
        aria-describedby={describedBy}
        lang={language}
        value={text}
        rows={1}
        maxLength={MAX_CHARACTERS}
        data-own-escape
        className={`${BOX} h-full resize-none overflow-hidden border-edge bg-transparent text-ink transition-colors hover:border-ink aria-invalid:border-red`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
          if (event.key === 'Escape' && isPlain) {
            event.preventDefault()
            onLeave()
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            onDone()
          } else if (event.code === 'KeyT' && event.altKey && !event.ctrlKey && !event.metaKey) {
            event.preventDefault()
            const [tag] = missingTags(text, tags ?? [])
            if (tag) putTag(event.currentTarget, tag)
          }
        }}
      />
    </div>
  )
}

/** Inserts a tag at the cursor as input, so that it can be undone. */
export function putTag(field: HTMLTextAreaElement, tag: SourceTag): void {
  const { value, selectionStart, selectionEnd } = field
  const next = insertTag({ text: value, from: selectionStart, to: selectionEnd }, tag)
  typeText(field, next.text)
  field.setSelectionRange(next.from, next.to)
}

/** Replaces the text of a field as input, so that it can be undone. */
export function typeText(field: HTMLTextAreaElement, text: string): void {
  field.focus({ preventScroll: true })
  field.select()
  // The only way that the browser's own undo knows of.
  if (document.execCommand('insertText', false, text) && field.value === text) return
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
  set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
