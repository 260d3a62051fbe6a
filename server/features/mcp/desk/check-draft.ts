import * as z from 'zod'
import { type CheckContext, partToCheck } from '#core/check/checked-article.ts'
import { imageFacts, uploadsAmong } from '#core/check/image-facts.ts'
import { checkLinks, listCheckOverrides } from '#core/data/article-checks.ts'
import type { ArticleState } from '#core/data/desk-articles.ts'
import { listMediaByNames } from '#core/data/media-files.ts'
import type { Article } from '#core/domain/article.ts'
import { type Described, describeFindings } from '#server/features/mcp/desk/describe-findings.ts'
import { describeState, findDraft, findDraftState } from '#server/features/mcp/desk/draft.ts'
import { articleId } from '#server/features/mcp/inputs.ts'
import { type DeskContext, deskTool, frame, ToolRefusal } from '#server/features/mcp/tool.ts'
import { offTurnOf } from '#server/platform/process/off-turn.ts'

const MAX_FINDINGS = 100

const CHECK = 'server/features/mcp/desk/describe-findings.ts#describeFindings'

export const checkDraftTool = deskTool(
  'read',
  {
    name: 'check_draft',
    title: 'Check a draft',
    description:
      'Runs the check before publishing: links, pictures, figures, names, weekdays, footnotes, placeholders. Changes nothing. Links to other sites are looked at only with an access token that writes drafts.',
    input: z.strictObject({ id: articleId }),
  },
  async (context, { id }) => {
    const state = await findDraftState(context.desk, id)
    const [findings, overrides] = await Promise.all([
      check(state, context),
      listCheckOverrides(context.desk, id),
    ])
    const reasons = new Map(overrides.map(({ finding, reason }) => [finding, reason]))
    const open = findings.filter((finding) => !reasons.has(finding.id))
    const said = [
      ...describeState(state),
      open.length === 0
        ? 'The check has found nothing.'
        : `The check has found ${open.length} thing(s)${open.length > MAX_FINDINGS ? `, of which these are the first ${MAX_FINDINGS}` : ''}. A problem is a mistake that readers would notice; a question may be right.`,
      ...(open.length < findings.length
        ? [`Editors have let ${findings.length - open.length} more stand.`]
        : []),
      ...(checksLinks(context) ? [] : ['Links to other sites were not looked at.']),
    ]
    return frame(
      said,
      open
        .slice(0, MAX_FINDINGS)
        .map(({ said }) => said)
        .join('\n'),
    )
  },
)

const checksLinks = ({ scopes }: DeskContext) => scopes.includes('drafts')

/**
 * The findings of the same rules as on the desk, with what is known of links and pictures. The text is read when it is this call's turn, and only
 * if this version has not been checked before.
 */
async function check(state: ArticleState, context: DeskContext): Promise<Described['findings']> {
  const { desk, settings, siteUrl } = context
  const { id, language, updated_at } = state
  const read = async () => {
    const article = await findDraft(desk, id)
    if (article.updated_at === updated_at) return partToCheck(article)
    throw new ToolRefusal('The draft was saved in this moment. Please check it again.')
  }
  const known = {
    siteUrl,
    categories: settings.categories,
    bannedWords: settings.banned_words[language] ?? [],
  }
  const findAll = (facts: Pick<CheckContext, 'images' | 'links'>) => {
    const all = { ...known, ...facts }
    const readBoth = async (): Promise<[Article, CheckContext]> => [await read(), all]
    return offTurnOf(CHECK, describeFindings, [id, updated_at, all], readBoth)
  }
  const { addresses, images, findings } = await findAll({ images: new Map(), links: new Map() })
  const uploads = uploadsAmong(images, siteUrl)
  const names = uploads.map(({ name }) => name)
  const [files, results] = await Promise.all([
    listMediaByNames(desk, names),
    checksLinks(context) ? checkLinks(desk, addresses) : [],
  ])
  if (files.length + results.length === 0) return findings
  const more = {
    images: imageFacts(uploads, files, language),
    links: new Map(results.map((result) => [result.url, result])),
  }
  return (await findAll(more)).findings
}
