import type { ArticleEpisode } from '#core/data/article-audio.ts'
import type { ListedRecording } from '#core/data/newsletter-audio.ts'
import { permanentId } from '#core/feeds/describe-feed.ts'
import type { Episode } from '#core/feeds/podcast-feed.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { articleAudioPath, articlePath, newsletterAudioPath, newsletterIssuePath } from '#core/paths.ts'

/** An article that can be heard, for its podcast. */
export function articleEpisode({ audio, ...article }: ArticleEpisode, t: Translate): Episode {
  return {
    id: permanentId(article),
    title: article.title,
    page: articlePath(article),
    publishedAt: article.publish_date,
    summary: article.excerpt,
    author: article.author,
    statement: t('audio.statement', { model: audio.model }),
    seconds: audio.seconds,
    bytes: audio.bytes,
    pathOf: (kind) => articleAudioPath({ articleId: article.id, id: audio.id }, kind),
  }
}

/** An issue of the newsletter that can be heard, for its podcast; with the id that it has in the feed of issues. */
export function issueEpisode(issue: ListedRecording, t: Translate): Episode {
  const { id, slug, language, seconds, bytes, model } = issue
  return {
    id: `newsletter:${slug}:${language}`,
    title: issue.subject,
    page: newsletterIssuePath(slug, language),
    publishedAt: issue.started_at,
    summary: issue.preheader,
    author: t('site.name'),
    statement: t('audio.issueStatement', { model }),
    seconds,
    bytes,
    pathOf: (kind) => newsletterAudioPath(id, kind),
  }
}
