import { describe, expect, test } from 'vitest'
import { readRequest } from '#server/supabase/rest/read-request.ts'
import { compileQuery, MAX_RESPONSE_BYTES } from '#server/supabase/rest/sql/compile.ts'
import { catalog } from '../../../../tests/support/catalog.ts'

interface Asked {
  method?: string
  path: string
  query?: string
  body?: string
  prefer?: string
}

function compile({ method = 'GET', path, query = '', body = '', prefer }: Asked) {
  const header = (name: string) => (name === 'prefer' ? prefer : undefined)
  const { text, values } = compileQuery(readRequest({ method, path, query, header, body }, catalog).query)
  return { text: text.replaceAll(/\s+/g, ' '), values }
}

describe('a read', () => {
  test('is one statement with a limit, and its values are parameters', () => {
    const { text, values } = compile({
      path: '/slug_redirects',
      query:
        "select=slug&slug=eq.a';drop&article_id=in.(x,y)&created_at=not.is.null&order=slug.desc.nullslast&offset=5",
    })
    expect(text).toBe(
      `select count(*)::int as count, case when sum(octet_length(line)) <= ${MAX_RESPONSE_BYTES} then string_agg(line, ',') end as body,` +
        ' null::int as total, null::int as inserted from (select row_to_json(page)::text as line from (' +
        'select "slug_redirects"."slug" from "public"."slug_redirects"' +
        ' where "slug_redirects"."slug" = $1::text and "slug_redirects"."article_id" = any ($2::uuid[])' +
        ' and not ("slug_redirects"."created_at" is null)' +
        ' order by "slug_redirects"."slug" desc nulls last limit $3::bigint offset $4::bigint) as page) as lines',
    )
    expect(values).toEqual(["a';drop", ['x', 'y'], 1000, 5])
  })

  test('of more than a thousand rows is limited to a thousand', () => {
    expect(compile({ path: '/articles', query: 'limit=999999' }).values).toEqual([1000])
    expect(compile({ path: '/articles', query: 'limit=7' }).values).toEqual([7])
  })

  test('of a page far down finds the keys of its rows first', () => {
    const query = 'select=title&published=is.true&order=title.desc&limit=3&offset=1000'
    const { text, values } = compile({ path: '/articles', query, prefer: 'count=exact' })
    expect(text).toContain(
      '(select "articles"."title" from (select "articles"."id" from "public"."articles" where "articles"."published" is true' +
        ' order by "articles"."title" desc limit $1::bigint offset $2::bigint) as keys' +
        ' join "public"."articles" using ("id") order by "articles"."title" desc) as page',
    )
    expect(text).toContain(
      '(select count(*)::int from "public"."articles" where "articles"."published" is true)',
    )
    expect(values.slice(-2)).toEqual([3, 1000])
    const unordered = compile({ path: '/articles', query: 'select=title&offset=1000' })
    expect(unordered.text).not.toContain('join')
  })

  test('by HEAD builds no JSON', () => {
    const { text } = compile({
      method: 'HEAD',
      path: '/articles',
      query: 'published=eq.true',
      prefer: 'count=exact',
    })
    expect(text).not.toContain('json')
    expect(text).toContain('(select count(*)::int from "public"."articles" where')
  })

  test.each([
    ['title=like.a*b%25_', '"articles"."title" like $1::text', 'a%b%_'],
    ['title=ilike(any).{a*,b}', '"articles"."title" ilike any ($1::text[])', '{a%,b}'],
    ['id=eq(all).{x}', '"articles"."id" = all ($1::uuid[])', '{x}'],
    ['subtitle=isdistinct.x', '"articles"."subtitle" is distinct from $1::text', 'x'],
    ['title=eq.a*', '"articles"."title" = $1::text', 'a*'],
    ['published=neq.t', '"articles"."published" <> $1::bool', 't'],
    ['publish_date=gt.now', '"articles"."publish_date" > $1::timestamptz', 'now'],
    ['id=like.x', '"articles"."id" like $1::text', 'x'],
  ])('%s', (query, condition, value) => {
    const { text, values } = compile({ path: '/articles', query })
    expect(text).toContain(` where ${condition} limit`)
    expect(values[0]).toBe(value)
  })

  test('keeps groups together', () => {
    const query = 'or=(title.eq.a,and(slug.eq.b,not.or(id.is.null,title.eq.c)))&not.and=(slug.eq.d)'
    expect(compile({ path: '/articles', query }).text).toContain(
      ' where ("articles"."title" = $1::text or ("articles"."slug" = $2::text and' +
        ' not (("articles"."id" is null or "articles"."title" = $3::text)))) and not (("articles"."slug" = $4::text))',
    )
  })
})

describe('a write', () => {
  const body = '[{"slug":"a","language":"en"}]'
  const path = '/slug_redirects'

  test('passes its rows on as they were sent', () => {
    const { text, values } = compile({
      method: 'POST',
      path,
      body,
      query: 'select=slug',
      prefer: 'return=representation',
    })
    expect(text).toContain(
      'with written as (insert into "public"."slug_redirects" ("slug", "language") select "slug", "language"' +
        ' from json_to_recordset($1::json) as source ("slug" text, "language" text)' +
        ' returning 1 as one, "slug_redirects"."slug") select count(*)',
    )
    expect(values).toEqual([body])
  })

  test('that returns no rows builds no JSON', () => {
    expect(compile({ method: 'POST', path, body }).text).toMatch(
      /select count\(\*\)::int as count, null as body/,
    )
  })

  test('can order the returned rows by a column that is not selected', () => {
    const { text } = compile({
      method: 'DELETE',
      path,
      query: 'select=slug&slug=neq.x&order=created_at',
      prefer: 'return=representation',
    })
    expect(text).toContain('returning 1 as one, "slug_redirects"."slug", "slug_redirects"."created_at")')
    expect(text).toContain('(select "slug" from written order by "written"."created_at")')
  })

  test.each([
    ['resolution=ignore-duplicates', '', ' on conflict ("slug", "language") do nothing returning'],
    [
      'resolution=merge-duplicates',
      '',
      ' on conflict ("slug", "language") do update set "slug" = "excluded"."slug", "language" = "excluded"."language" returning',
    ],
    [
      'resolution=ignore-duplicates',
      'on_conflict=article_id',
      ' on conflict ("article_id") do nothing returning',
    ],
  ])('with %s and %j', (prefer, query, conflict) => {
    expect(compile({ method: 'POST', path, body, prefer, query }).text).toContain(conflict)
  })

  test('uses the default of the catalog for a column that a row lacks', () => {
    const { text } = compile({
      method: 'POST',
      path,
      body: '[{"slug":"a"},{"slug":"b","created_at":null}]',
      query: 'columns="slug","created_at"',
      prefer: 'missing=default',
    })
    expect(text).toContain(
      `("slug", "created_at") select "source"."slug", case when given -> 'created_at' is null then now()` +
        ' else "source"."created_at" end from json_array_elements($1::json) with ordinality as body (given, place),' +
        ' json_to_record(given) as source ("slug" text, "created_at" timestamptz) order by place',
    )
  })

  test('of objects without keys inserts rows of defaults', () => {
    expect(compile({ method: 'POST', path, body: '[{},{}]' }).text).toContain(
      'insert into "public"."slug_redirects" select from json_array_elements($1::json) returning',
    )
  })

  test('changes only the rows that meet its conditions', () => {
    const { text, values } = compile({ method: 'PATCH', path, query: 'slug=eq.x', body: '{"slug":"y"}' })
    expect(text).toContain(
      'update "public"."slug_redirects" set "slug" = "source"."slug" from json_to_recordset($1::json) as source ("slug" text)' +
        ' where "slug_redirects"."slug" = $2::text returning 1 as one',
    )
    expect(values).toEqual(['[{"slug":"y"}]', 'x'])
  })
})

describe('a call', () => {
  test('that returns rows passes its arguments by name', () => {
    const { text, values } = compile({
      path: '/rpc/search_articles',
      query: 'p_query=a&p_limit=3&language=eq.en',
    })
    expect(text).toContain(
      'from json_to_record($1::json) as arguments ("p_query" text, "p_limit" int4),' +
        ' "public"."search_articles"("p_query" => "arguments"."p_query", "p_limit" => "arguments"."p_limit")' +
        ' as "search_articles" where "search_articles"."language" = $2::text limit',
    )
    expect(values).toEqual(['{"p_query":"a","p_limit":"3"}', 'en', 1000])
  })

  test('that returns a value returns it as JSON', () => {
    const body = '{"p_token":"x"}'
    const { text, values } = compile({ method: 'POST', path: '/rpc/confirm_newsletter_subscription', body })
    expect(text).toBe(
      'select 1 as count, to_json("public"."confirm_newsletter_subscription"("p_token" => "arguments"."p_token"))::text as body,' +
        ' null::int as total, null::int as inserted from json_to_record($1::json) as arguments ("p_token" text)',
    )
    expect(values).toEqual([body])
  })
})
