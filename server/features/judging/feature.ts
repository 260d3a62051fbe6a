import { type Feature, forMembers, MB, POST } from '#server/features/feature.ts'
import { judgeArticle, readArticleSources } from '#server/features/judging/functions/sourced-articles.ts'

export const judgingFeature = {
  // biome-ignore format: one function in a line
  functions: {
    'read-article-sources': { ...POST, ...forMembers, limit: 'source-reading', handle: readArticleSources },
    // All texts of an article, and each of its sentences once more with what it cites.
    'judge-article': { ...POST, access: 'author', scope: 'drafts', limit: 'judgement', tooMany: 'judgements', bodyLimit: 4 * MB, handle: judgeArticle },
  },
} satisfies Feature
