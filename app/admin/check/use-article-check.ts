import type { MarkdownMark } from '#app/admin/editor/markdown-editor.tsx'
import type { ArticleInput } from '#core/domain/article-input.ts'

export interface Finding {
  /** The same whenever the same is found again; the key of an override. */
  id: string
  field: keyof ArticleInput
  message: string
  /** The place in the text of the field; null when the finding is about the whole field. */
  place: { from: number; to: number } | null
  /** Why an editor let it stand; null while it is open. */
  reason: string | null
}

export interface ArticleCheck {
  findings: readonly Finding[]
  /** Those of the content that are open, for the editor. */
  marks: readonly MarkdownMark[]
  /** Whether something is still being looked for, such as dead links. */
  isChecking: boolean
  override: (finding: Finding, reason: string) => Promise<void>
  withdraw: (finding: Finding) => Promise<void>
}

/** Checks an article while it is written. `id` is the one that a new article will get. */
export function useArticleCheck(_: { id: string; values: ArticleInput }): ArticleCheck {
  return {
    findings: [],
    marks: [],
    isChecking: false,
    override: async () => {},
    withdraw: async () => {},
  }
}
