import { createServer } from 'node:http'
import { Pool } from 'pg'

/**
 * `node narrow-server.ts PORT SOCKET_FOLDER`: the smallest server that can return the same list: Node's http, one pool, and
 * one prepared statement with which PostgreSQL writes the JSON. It has no grammar, roles, policies or limits.
 */
const [port, host] = process.argv.slice(2)
const pool = new Pool({ host, user: 'postgres', database: 'postgres', max: 8 })
const text = `
  select coalesce(json_agg(page), '[]')::text as body from (
    select id, slug, language, title, subtitle, excerpt, category, author, reading_time, hero_image, publish_date, featured
    from public.articles
    where language = $1 and original_article_id is null and published = $2::boolean
    order by publish_date desc, id asc limit $3
  ) as page`

createServer(async (_request, response) => {
  const { rows } = await pool.query({ name: 'list', text, values: ['en', 'true', '6'] })
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(rows[0].body)
}).listen(Number(port), '127.0.0.1')
