import { ConfigError } from '#server/platform/config-error.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** The oldest major version of PostgreSQL with the features of the schema: views with the rights of the caller. */
const OLDEST_MAJOR = 15

const SCHEMAS = ['auth', 'pgboss', 'private', 'storage']
const ROLES = ['anon', 'authenticated', 'service_role', 'access_token']
const EXTENSIONS = ['btree_gin', 'pg_trgm', 'pgcrypto', 'unaccent']

/**
 * Asks, before anything is changed, whether this database can be used with the rights of this user.
 * @throws ConfigError in one line that names the rights or settings to change, with the statements
 */
export async function requireUsableDatabase(sql: Session): Promise<void> {
  await requireMajor(sql)
  const home = await readHome(sql)
  requireWritable(home)
  requireText(home)
  requireOwner(home)
  const lacking = [
    ...lackingRights(home),
    ...(await lackingRoles(sql, home)),
    ...(await lackingExtensions(sql, home)),
  ]
  if (lacking.length === 0) return
  throw new ConfigError(
    `DATABASE_URL: the user ${home.user} ${lacking.map(({ what }) => what).join(', and ')}. ` +
      `As a superuser, in the database ${home.database}: ${lacking.map(({ statement }) => `${statement};`).join(' ')}`,
  )
}

interface Lack {
  what: string
  statement: string
}

/** Names are quoted where SQL asks for that. */
interface Home {
  database: string
  user: string
  encoding: string
  /** True if the server leaves letters to the C library, with a locale that knows only those of ASCII. */
  only_ascii: boolean
  is_new: boolean
  is_replica: boolean
  is_read_only: boolean
  may_create: boolean
  may_create_in_public: boolean
  may_create_roles: boolean
  /** True if the services of Supabase have their tables here. */
  is_of_supabase: boolean
  others: { owner: string; is_first_superuser: boolean } | null
}

async function requireMajor(sql: Session): Promise<void> {
  const [{ number, name }] = await sql<[{ number: number; name: string }]>`
    select current_setting('server_version_num')::integer as number, current_setting('server_version') as name`
  if (number >= OLDEST_MAJOR * 10_000) return
  throw new ConfigError(
    `DATABASE_URL: this is PostgreSQL ${name}, and AI Watch needs PostgreSQL ${OLDEST_MAJOR} or newer: use a newer server.`,
  )
}

async function readHome(sql: Session): Promise<Home> {
  const [home] = await sql<[Home]>`
    select quote_ident(datname) as database, quote_ident(current_user) as user,
      pg_encoding_to_char(encoding) as encoding,
      datlocprovider = 'c' and datctype in ('C', 'POSIX') as only_ascii,
      not exists (select from pg_namespace where nspname = 'private') as is_new,
      pg_is_in_recovery() as is_replica, current_setting('default_transaction_read_only') = 'on' as is_read_only,
      has_database_privilege(datname, 'create') as may_create,
      coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as may_create_in_public,
      (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create_roles,
      to_regrole('supabase_admin') is not null and to_regnamespace('auth') is not null and not exists (
        -- By the catalogs, because to_regclass needs the right to use the schema.
        select from pg_class where relnamespace = to_regnamespace('auth') and relname = 'password_resets') as is_of_supabase,
      (select jsonb_build_object('owner', quote_ident(pg_get_userbyid(nspowner)), 'is_first_superuser', nspowner = 10)
        from pg_namespace where nspname = any (${SCHEMAS}) and not pg_has_role(nspowner, 'usage') limit 1) as others
    from pg_database where datname = current_database()`
  return home
}

function requireWritable({ database, user, is_replica, is_read_only }: Home): void {
  if (is_replica) {
    throw new ConfigError(
      'DATABASE_URL: this PostgreSQL is a replica, which takes no changes: use the address of its primary.',
    )
  }
  if (!is_read_only) return
  throw new ConfigError(
    `DATABASE_URL: the database ${database} is set to be read-only. Its owner makes it writable: ` +
      `alter database ${database} set default_transaction_read_only = off; alter role ${user} reset default_transaction_read_only;`,
  )
}

function requireText({ database, user, encoding, only_ascii, is_new }: Home): void {
  const problem =
    encoding !== 'UTF8'
      ? `has the encoding ${encoding}, and AI Watch needs UTF8`
      : only_ascii && is_new && 'has the locale C, which knows no letters but those of English'
  if (!problem) return
  throw new ConfigError(
    `DATABASE_URL: the database ${database} ${problem}. Make another one, as a superuser: ` +
      `create database ai_watch owner ${user} encoding 'UTF8' locale 'C.UTF-8' template template0;`,
  )
}

function requireOwner({ database, user, is_of_supabase, others }: Home): void {
  if (is_of_supabase) {
    throw new ConfigError(
      `DATABASE_URL: the database ${database} is that of Supabase's own services, with their tables of users and files. Give AI Watch one of its own ` +
        'beside it, and let DATABASE_URL end in /ai_watch. As the user postgres: create database ai_watch template template0;',
    )
  }
  if (!others) return
  throw new ConfigError(
    `DATABASE_URL: what AI Watch has stored here belongs to the user ${others.owner}, not to ${user}. Use that user, or ${
      others.is_first_superuser
        ? `move everything into a database of ${user} with pg_dump --no-owner.`
        : `let a superuser give it away, in this database: reassign owned by ${others.owner} to ${user};`
    }`,
  )
}

function lackingRights({ database, user, may_create, may_create_in_public }: Home): Lack[] {
  const lacks: Lack[] = []
  if (!may_create) {
    lacks.push({
      what: 'may not create schemas',
      statement: `grant create on database ${database} to ${user}`,
    })
  }
  if (!may_create_in_public) {
    lacks.push({
      what: 'may not create tables in the schema public',
      statement: `grant usage, create on schema public to ${user}`,
    })
  }
  return lacks
}

/** Since PostgreSQL 16 a user who may create roles may not use all others, and a member may lack the right to become the role. */
async function lackingRoles(sql: Session, { user, may_create_roles }: Home): Promise<Lack[]> {
  const roles = await sql<{ name: string; exists: boolean; is_usable: boolean }[]>`
    select name, oid is not null as exists,
      case when current_setting('server_version_num')::integer < 160000
        then pg_has_role(oid, 'member') or ${may_create_roles}
        else pg_has_role(oid, 'set') or pg_has_role(oid, 'member with admin option') end as is_usable
    from unnest(${ROLES}::text[]) with ordinality as roles (name, place) left join pg_roles on rolname = name
    order by place`
  const missing = may_create_roles ? [] : roles.filter(({ exists }) => !exists)
  const closed = roles.filter(({ exists, is_usable }) => exists && !is_usable)
  if (missing.length + closed.length === 0) return []
  const names = [...missing, ...closed].map(({ name }) => name)
  return [
    {
      what: `may not ${missing.length > 0 ? 'create' : 'use'} the roles ${names.join(', ')}`,
      statement: [
        ...missing.map(({ name }) => `create role ${name} nologin noinherit`),
        `grant ${names.join(', ')} to ${user}`,
      ].join('; '),
    },
  ]
}

async function lackingExtensions(sql: Session, { user }: Home): Promise<Lack[]> {
  const extensions = await sql<
    { name: string; schema: string | null; is_there: boolean; may_create: boolean }[]
  >`
    select name, extnamespace::regnamespace::text as schema, bool_or(version is not null) as is_there,
      coalesce(bool_or(trusted or rolsuper), false) as may_create
    from unnest(${EXTENSIONS}::text[]) as name
    left join pg_extension on extname = name
    left join (select name as available, version, trusted from pg_available_extension_versions) as versions on available = name
    join pg_roles on rolname = current_user
    group by name, extnamespace`
  const absent = extensions.filter(({ is_there }) => !is_there).map(({ name }) => name)
  if (absent.length > 0) {
    throw new ConfigError(
      `DATABASE_URL: the server lacks the extensions ${absent.join(', ')}: install the package of PostgreSQL's additional modules there (postgresql-contrib in most systems).`,
    )
  }
  const [place] = await sql<[{ is_closed: boolean; may_add: boolean }]>`
    select coalesce(not has_schema_privilege(oid, 'usage'), false) as is_closed,
      coalesce(has_schema_privilege(oid, 'create'), true) as may_add
    from (select to_regnamespace('extensions') as oid) as found`
  const lacks: Lack[] = []
  if (place.is_closed) {
    lacks.push({
      what: 'may not use the schema extensions',
      statement: `grant usage on schema extensions to ${user}`,
    })
  }
  for (const { name, schema, may_create } of extensions) {
    if (schema && schema !== 'extensions') {
      lacks.push({
        what: `finds the extension ${name} in the schema ${schema}`,
        statement: `create schema if not exists extensions; grant usage, create on schema extensions to ${user}; alter extension ${name} set schema extensions`,
      })
    } else if (!schema && !(may_create && place.may_add)) {
      lacks.push({
        what: `may not add the extension ${name}`,
        statement: `create schema if not exists extensions; grant usage, create on schema extensions to ${user}; create extension ${name} with schema extensions`,
      })
    }
  }
  return lacks
}
