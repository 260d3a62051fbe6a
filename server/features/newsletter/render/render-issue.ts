import type { IssueContent } from '#server/features/newsletter/read-issue.ts'
import { readCorrectionsSince } from '#server/features/newsletter/render/read-corrections-since.ts'
import { type RenderedEdition, renderEdition } from '#server/features/newsletter/render/render-edition.ts'
import type { Services } from '#server/features/services.ts'

export type RenderDeps = Pick<Services, 'sql' | 'settings' | 'siteUrl' | 'clickLinks'>

/** Renders all editions of an issue, with what was corrected since the one before. */
export function renderIssue(
  { sql, settings, siteUrl, clickLinks }: RenderDeps,
  content: IssueContent,
): Promise<RenderedEdition[]> {
  const site = { siteUrl, settings: settings.current(), clickLinks }
  return Promise.all(
    content.editions.map(async ({ language }) => {
      const corrections = await readCorrectionsSince(sql, content.issue, language)
      return renderEdition({ ...content, corrections }, language, site)
    }),
  )
}
