import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import type { Language } from '#core/i18n/languages.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import { soundPath } from '#core/paths.ts'
import type { ArticleAudio } from '#core/speech/article-audio.ts'
import type { SiteServices } from '#server/features/services.ts'
import { type StoredPart, writeChapters, writeTranscript } from '#server/features/speech/describe-audio.ts'
import { matchesEtag } from '#server/platform/http/request-headers.ts'
import { readRange } from '#server/supabase/storage/endpoints/download.ts'
import type { FileMetadata } from '#server/supabase/storage/objects.ts'

const PREFIX = '/article/audio'
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const NAME = new RegExp(`^(${UUID})\\.(json|chapters\\.json|vtt)$`)
/** An article that is withdrawn is not heard for longer than this. */
const SHORT = 'public, max-age=300'
/** Players on other sites read what is said of a sound, as the namespaces of podcasts ask for. */
const FOR_ALL = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

interface HeardArticle {
  id: string
  title: string
  language: Language
  model: string
  seconds: number
  parts: StoredPart[]
}

interface StoredSound {
  id: string
  version: string
  metadata: FileMetadata
}

/**
 * What readers hear of published articles: /article/audio/ARTICLE.json says where the sound is and when each block begins, with its chapters
 * (chapters.json) and its text (vtt) beside it; /article/audio/ARTICLE/FILE.mp3 is the sound itself, in parts where that is asked for.
 */
export function createAudioRoutes(deps: Pick<SiteServices, 'sql' | 'storage' | 'settings'>): Hono {
  const { sql, storage, settings } = deps
  const app = new Hono()

  app.get(`${PREFIX}/:name`, async (c) => {
    const [, articleId = '', kind] = NAME.exec(c.req.param('name')) ?? []
    const article = articleId && (await findHeard(deps, articleId))
    if (!article) return notFound(c)
    if (kind === 'vtt')
      return send(c, 'text/vtt; charset=utf-8', writeTranscript(article.parts, article.seconds))
    if (kind === 'chapters.json') return send(c, 'application/json+chapters', writeChapters(article))
    const t = createTranslator(article.language, catalogsOf(settings.current()), settings.current())
    const audio: ArticleAudio & { seconds: number; statement: string } = {
      url: soundPath(articleId, article.id),
      seconds: article.seconds,
      statement: t('audio.statement', { model: article.model }),
      blocks: article.parts.flatMap(({ block, start }) => (block === null ? [] : [{ id: block, start }])),
    }
    return send(c, 'application/json', JSON.stringify(audio))
  })

  app.get(`${PREFIX}/:article{${UUID}}/:file{${UUID}\\.mp3}`, async (c) => {
    const articleId = c.req.param('article')
    const [sound] = await sql<StoredSound[]>`
      select heard.id, object.version, object.metadata from public.find_article_audio(${articleId}) as heard
      join storage.objects as object on object.bucket_id = 'article-audio' and object.name = heard.id || '.mp3'`
    if (!sound) return notFound(c)
    // A program that subscribed has the address of an older sound, which is wrong by now.
    if (c.req.param('file') !== `${sound.id}.mp3`) {
      c.header('cache-control', SHORT)
      return c.redirect(soundPath(articleId, sound.id), 302)
    }
    return sendSound(c, sound)
  })
  app.all(`${PREFIX}/*`, notFound)

  async function sendSound(c: Context, { version, metadata }: StoredSound): Promise<Response> {
    const { size, eTag: etag, mimetype } = metadata
    const headers: Record<string, string> = {
      ...FOR_ALL,
      etag,
      'content-type': mimetype,
      'accept-ranges': 'bytes',
      'cache-control': SHORT,
      'x-robots-tag': 'noindex',
    }
    if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    const asked = { range: c.req.header('range'), 'if-range': c.req.header('if-range') }
    const range = readRange(asked, { size, eTag: etag })
    if (range === 'unsatisfiable')
      return c.body(null, 416, { ...headers, 'content-range': `bytes */${size}` })
    headers['content-length'] = String(range ? range.end - range.start + 1 : size)
    if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`
    const status = range ? 206 : 200
    if (c.req.method === 'HEAD') return new Response(null, { status, headers })
    const stream = await storage.backend.read(version, range ?? undefined)
    if (!stream) return notFound(c)
    return new Response(Readable.toWeb(stream) as ReadableStream, { status, headers })
  }
  return app
}

/** The sound of a published article that reads what it says now, and what it reads. */
async function findHeard(
  { sql }: Pick<SiteServices, 'sql'>,
  articleId: string,
): Promise<HeardArticle | null> {
  const [row] = await sql<HeardArticle[]>`
    select audio.id, article.title, article.language, audio.model, audio.seconds, audio.parts
    from public.find_article_audio(${articleId}) as heard
    join private.article_audio as audio on audio.id = heard.id join public.articles as article on article.id = audio.article_id`
  return row ?? null
}

function send(c: Context, type: string, body: string): Response {
  return c.body(body, 200, {
    ...FOR_ALL,
    'content-type': type,
    'cache-control': SHORT,
    'x-robots-tag': 'noindex',
  })
}

const notFound = (c: Context): Response => c.text('Not found', 404, { 'cache-control': 'no-cache' })
