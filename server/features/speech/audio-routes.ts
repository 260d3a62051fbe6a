import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import type { Language } from '#core/i18n/languages.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import { articleAudioPath } from '#core/paths.ts'
import type { ArticleAudio } from '#core/speech/article-audio.ts'
import type { SiteServices } from '#server/features/services.ts'
import { type StoredPart, writeChapters, writeTranscript } from '#server/features/speech/recording.ts'
import { clientIp, type RequestBindings } from '#server/platform/http/client-ip.ts'
import { matchesEtag } from '#server/platform/http/request-headers.ts'
import { readRange } from '#server/supabase/storage/endpoints/download.ts'
import type { FileMetadata } from '#server/supabase/storage/objects.ts'

const PREFIX = '/article/audio'
const OF_ISSUES = '/newsletter/audio'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FILE = /^([0-9a-f-]+)\.(mp3|json|chapters\.json|vtt)$/
/** An article that is withdrawn is not heard for longer than this. */
const SHORT = 'public, max-age=300'
/** Players on other sites read what is said of a sound, as the namespaces of podcasts ask for. */
const FOR_ALL = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** An article as it is heard now. */
interface Heard {
  id: string
  title: string
  language: Language
  model: string
  seconds: number
  parts: StoredPart[]
  version: string
  metadata: FileMetadata
}

type HeardIssue = Pick<Heard, 'title' | 'seconds' | 'parts' | 'version' | 'metadata'>

/**
 * GET /article/audio/ARTICLE/SOUND.mp3: the sound of a published article, or a part of it. With .json instead, where each block begins; with
 * .chapters.json its chapters, with .vtt its text. The address of an older sound, which programs have that subscribed, leads to the new one.
 * GET /newsletter/audio/SOUND.mp3, .chapters.json and .vtt are those of an issue of the newsletter.
 */
export function createAudioRoutes(
  deps: Pick<SiteServices, 'sql' | 'storage' | 'settings' | 'limits' | 'trustProxy'>,
): Hono<{ Bindings: RequestBindings }> {
  const { storage, settings, limits, trustProxy } = deps
  const app = new Hono<{ Bindings: RequestBindings }>()

  // The limit is taken before the database is asked.
  for (const prefix of [PREFIX, OF_ISSUES])
    app.use(`${prefix}/*`, async (c, next) => {
      const wait = await limits.take('recording', clientIp(c, trustProxy))
      if (wait > 0) return c.text('Too many requests', 429, { ...FOR_ALL, 'retry-after': String(wait) })
      await next()
      return
    })

  app.get(`${PREFIX}/:article/:file`, async (c) => {
    const articleId = c.req.param('article')
    const [, asked, kind] = FILE.exec(c.req.param('file')) ?? []
    const heard = UUID.test(articleId) && asked ? await findHeard(deps, articleId) : null
    if (!heard) return notFound(c)
    const { id, parts, seconds } = heard
    if (asked !== id) {
      const location = articleAudioPath({ articleId, id }, kind as 'mp3')
      return c.body(null, 302, { ...FOR_ALL, location, 'cache-control': SHORT })
    }
    if (kind === 'mp3') return sendSound(c, heard)
    if (kind === 'vtt') return send(c, 'text/vtt; charset=utf-8', writeTranscript(parts, seconds))
    if (kind === 'chapters.json') return send(c, 'application/json+chapters', writeChapters(heard))
    const t = createTranslator(heard.language, catalogsOf(settings.current()), settings.current())
    const audio: ArticleAudio = {
      url: articleAudioPath({ articleId, id }),
      seconds,
      bytes: heard.metadata.size,
      statement: t('audio.statement', { model: heard.model }),
      blocks: parts.flatMap(({ block, start }) => (block === null ? [] : [{ id: block, start }])),
    }
    return send(c, 'application/json', JSON.stringify(audio))
  })
  app.all(`${PREFIX}/*`, notFound)

  // The route has no blocks, because the page of an issue has no player that shows them.
  app.get(`${OF_ISSUES}/:file`, async (c) => {
    const [, id = '', kind] = FILE.exec(c.req.param('file')) ?? []
    const heard = UUID.test(id) && kind !== 'json' ? await findHeardIssue(deps, id) : null
    if (!heard) return notFound(c)
    if (kind === 'mp3') return sendSound(c, heard)
    if (kind === 'vtt') return send(c, 'text/vtt; charset=utf-8', writeTranscript(heard.parts, heard.seconds))
    return send(c, 'application/json+chapters', writeChapters(heard))
  })
  app.all(`${OF_ISSUES}/*`, notFound)

  async function sendSound(c: Context, { version, metadata }: HeardIssue): Promise<Response> {
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

async function findHeard({ sql }: Pick<SiteServices, 'sql'>, articleId: string): Promise<Heard | null> {
  const [row] = await sql<Heard[]>`
    select audio.id, article.title, article.language, audio.model, audio.seconds, audio.parts, object.version, object.metadata
    from public.find_article_audio(${articleId}) as heard
    join private.article_audio as audio on audio.id = heard.id join public.articles as article on article.id = audio.article_id
    join storage.objects as object on object.bucket_id = 'article-audio' and object.name = audio.id || '.mp3'`
  return row ?? null
}

/** The recording of an issue as it was sealed. */
async function findHeardIssue({ sql }: Pick<SiteServices, 'sql'>, id: string): Promise<HeardIssue | null> {
  const [row] = await sql<HeardIssue[]>`
    select message.subject as title, audio.seconds, audio.parts, object.version, object.metadata
    from private.newsletter_audio as audio join public.newsletter_messages as message using (issue_id, language)
    join public.newsletter_issues as issue on issue.id = audio.issue_id and issue.started_at is not null
    join storage.objects as object on object.bucket_id = 'article-audio' and object.name = audio.id || '.mp3'
    where audio.id = ${id} and audio.made_at is not null and audio.language = any(private.offered_languages())`
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
