import { useMemo } from 'react'
import type { MarkdownMark } from '#app/admin/editor/markdown-editor-props.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useSections } from '#app/admin/settings/sections/use-sections.ts'
import { describeFinding } from '#app/admin/stories/check/describe-finding.ts'
import { useChecked } from '#app/admin/stories/check/use-checked.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { Rule } from '#core/check/finding.ts'
import { followEdit } from '#core/check/follow-edit.ts'
import type { PageTexts } from '#core/domain/page.ts'
import { findUnknownMarks } from '#core/domain/page-marks.ts'
import type { Language } from '#core/i18n/languages.ts'

interface PageFinding extends MarkdownMark {
  isProblem: boolean
}

export interface PageCheck {
  findings: PageFinding[]
  isChecking: boolean
}

/** The rules of the check before publishing for a page: what is wrong with links, pictures and footnotes, and what was left unfinished. */
const RULES: ReadonlySet<Rule> = new Set<Rule>([
  'dead_link',
  'empty_link',
  'footnote_empty',
  'footnote_repeated',
  'footnote_undefined',
  'footnote_unused',
  'link_language',
  'missing_alt',
  'missing_credit',
  'moved_link',
  'placeholder',
  'remote_image',
  'sample_link',
])

const NO_DATE = '2026-01-01T00:00:00Z'

/** Checks a page while it is edited. Nothing of it keeps the page from being published. */
export function usePageCheck(page: { slug: string; language: Language; texts: PageTexts }): PageCheck {
  const { slug, language, texts } = page
  const { siteUrl } = useSiteData()
  const { categories } = useSections()
  const known = useMemo(() => ({ siteUrl, categories, bannedWords: [] }), [siteUrl, categories])
  const { checked, isChecking } = useChecked(
    {
      language,
      slug,
      title: texts.title,
      excerpt: texts.description,
      content: texts.content,
      hero_image: null,
      publish_date: NO_DATE,
    },
    known,
  )
  const findings = useMemo(() => {
    const unknown = findUnknownMarks(texts.content).map(({ mark, from, to }) => ({
      from,
      to,
      message: t('pages.check.unknownMark', { mark }),
      isProblem: true,
    }))
    if (!checked) return unknown
    const follow = followEdit(checked.input.content, texts.content)
    const found = checked.findings.flatMap((finding) => {
      if (!RULES.has(finding.rule) || finding.field !== 'content') return []
      const place = finding.place && follow(finding.place)
      return place
        ? { ...place, message: describeFinding(finding), isProblem: finding.severity === 'problem' }
        : []
    })
    return [...unknown, ...found].toSorted((a, b) => a.from - b.from)
  }, [checked, texts.content])
  return { findings, isChecking }
}
