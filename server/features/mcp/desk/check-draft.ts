import * as z from 'zod'
import { checkAtOnce } from '#core/check/check-article.ts'
import type { Found } from '#core/check/finding.ts'
import { findingPhrase } from '#core/check/finding-phrase.ts'
import { imageFacts, uploadsAmong } from '#core/check/image-facts.ts'
import { checkLinks, listCheckOverrides } from '#core/data/article-checks.ts'
import { listMediaByNames } from '#core/data/media-files.ts'
import type { Article } from '#core/domain/article.ts'
import { describeState } from '#server/features/mcp/desk/describe-draft.ts'
import { findDraft } from '#server/features/mcp/desk/find-draft.ts'
import { frame, oneLine } from '#server/features/mcp/frame.ts'
import { articleId } from '#server/features/mcp/inputs.ts'
import { type DeskContext, deskTool } from '#server/features/mcp/tool.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

const MAX_FINDINGS = 100

const CHECK = 'core/check/check-article.ts#checkAtOnce'

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
    const article = await findDraft(context.desk, id)
    const [findings, overrides] = await Promise.all([
      check(article, context),
      listCheckOverrides(context.desk, id),
    ])
    const reasons = new Map(overrides.map(({ finding, reason }) => [finding, reason]))
    const open = findings.filter((finding) => !reasons.has(finding.id))
    const said = [
      ...describeState(article),
      open.length === 0
        ? 'The check has found nothing.'
        : `The check has found ${open.length} thing(s)${open.length > MAX_FINDINGS ? `, of which these are the first ${MAX_FINDINGS}` : ''}. A problem is a mistake that readers would notice; a question may be right.`,
      ...(open.length < findings.length
        ? [`Editors have let ${findings.length - open.length} more stand.`]
        : []),
      ...(checksLinks(context) ? [] : ['Links to other sites were not looked at.']),
    ]
    return frame(said, open.slice(0, MAX_FINDINGS).map(describerOf(article)).join('\n'))
  },
)

const checksLinks = ({ scopes }: DeskContext) => scopes.includes('drafts')

/** The findings of the same rules as on the desk, with what is known of links and pictures. */
async function check(article: Article, context: DeskContext): Promise<Found[]> {
  const { desk, settings, siteUrl } = context
  const known = {
    siteUrl,
    categories: settings.categories,
    bannedWords: settings.banned_words[article.language] ?? [],
  }
  const facts = { ...known, images: new Map(), links: new Map() }
  const { addresses, images } = await offTurn(CHECK, checkAtOnce, article, facts)
  const uploads = uploadsAmong(images, siteUrl)
  const [files, results] = await Promise.all([
    listMediaByNames(
      desk,
      uploads.map(({ name }) => name),
    ),
    checksLinks(context) ? checkLinks(desk, addresses) : [],
  ])
  const { findings } = await offTurn(CHECK, checkAtOnce, article, {
    ...known,
    images: imageFacts(uploads, files, article.language),
    links: new Map(results.map((result) => [result.url, result])),
  })
  return findings
}

/** Describes findings, whose lines are counted once for each text: there may be thousands of lines. */
function describerOf(article: Article): (found: Found) => string {
  const starts = new Map<string, number[]>()
  function lineOf(field: string, at: number): string {
    const text = article[field as keyof Article]
    if (typeof text !== 'string') return ''
    const known = starts.get(field) ?? [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
    starts.set(field, known)
    return `, line ${known.findLastIndex((start) => start <= at) + 1}`
  }
  return ({ severity, field, place, other, ...finding }) =>
    `- ${severity} in ${field}${place ? lineOf(field, place.from) : ''}: ${oneLine(findingPhrase(finding))}${other && `; compare “${oneLine(other)}”`}`
}
