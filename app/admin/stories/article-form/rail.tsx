import { type RefObject, useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import type { ArticleForm, FormField } from '#app/admin/stories/article-form/article-form.ts'

interface RailSectionProps {
  id: string
  title: string
  intro?: React.ReactNode
  titleRef?: React.Ref<HTMLHeadingElement>
  children: React.ReactNode
}

/** A part of a panel beside a story. */
export function RailSection({ id, title, intro, titleRef, children }: RailSectionProps) {
  return (
    <section aria-labelledby={id} className="border-line not-first:mt-6 not-first:border-t not-first:pt-5">
      <h2 id={id} ref={titleRef} tabIndex={-1} className="font-semibold">
        {title}
      </h2>
      {intro && <p className="mt-1 max-w-prose text-sm text-soft">{intro}</p>}
      <div className="mt-3 min-w-0">{children}</div>
    </section>
  )
}

export const RAIL_TABS = ['sources', 'details', 'translations', 'check', 'notes', 'history'] as const
export type RailTab = (typeof RAIL_TABS)[number]

/** The tab of each part of the page that an address may name. */
const TAB_OF_PART: ReadonlyMap<string, RailTab> = new Map([
  ...RAIL_TABS.map((tab) => [`#${tab}`, tab] as const),
  ['#preview', 'check'],
  ['#work', 'details'],
  ['#corrections', 'history'],
])

interface RailOptions {
  form: UseFormReturn<ArticleForm>
  content: RefObject<MarkdownEditorHandle | null>
  /** True if the article was never saved. */
  isNew: boolean
}

const STORAGE_KEY = 'story-tab'

/**
 * The open tab beside a story: the one of the part that the address names, or the last one of this browser tab. A new article begins
 * with its details.
 */
export function useRailTab({ form, content, isNew }: RailOptions) {
  const { hash, key } = useLocation()
  const [tab, setTab] = useState<RailTab>(
    () => TAB_OF_PART.get(hash) ?? (isNew ? 'details' : rememberedTab()),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again is another navigation
  useEffect(() => {
    const named = TAB_OF_PART.get(hash)
    if (named) setTab(named)
  }, [hash, key])
  useEffect(() => {
    if (isNew) return
    try {
      sessionStorage.setItem(STORAGE_KEY, tab)
    } catch {
      // Without storage the next story opens with its details.
    }
  }, [tab, isNew])

  // A field can take the focus when its tab is shown, and the full screen left.
  const [wanted, setWanted] = useState<{ field: FormField } | null>(null)
  useEffect(() => {
    if (wanted) form.setFocus(wanted.field)
  }, [form, wanted])

  function focusField(field: FormField) {
    if (field !== 'title' && field !== 'content') setTab('details')
    if (field !== 'content') content.current?.leaveFullScreen()
    setWanted({ field })
  }
  return { tab, setTab, focusField }
}

function rememberedTab(): RailTab {
  try {
    const remembered = sessionStorage.getItem(STORAGE_KEY)
    return RAIL_TABS.find((tab) => tab === remembered) ?? 'details'
  } catch {
    return 'details'
  }
}
