/**
 * The flags of every Node that we start. Without `__proto__`, keys in a request cannot reach the prototype of every object.
 * The scripts of package.json, which cannot import this, begin with the same flags.
 */
export const NODE_FLAGS = ['--disable-proto=delete']

/** Variables with the places of programs, libraries and temporary files, the locale and the time zone. */
const BASICS = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ']

const NAMES = {
  postgres: ['PATH', 'LD_LIBRARY_PATH'],
  build: BASICS,
  git: ['PATH', 'LD_LIBRARY_PATH'],
  scrypt: ['PATH', 'LD_LIBRARY_PATH'],
  // An operator may have chosen another allocator, or its settings, for what decodes pictures.
  import: [...BASICS, 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'LD_PRELOAD', 'MALLOC_ARENA_MAX'],
  images: [...BASICS, 'NODE_ENV', 'LD_PRELOAD', 'MALLOC_ARENA_MAX'],
}

/**
 * The environment of a child process: the variables that it needs, by name, and the given ones, so that it gets no secret of ours.
 * It has no prototype, because Node passes on inherited properties too: a `NODE_OPTIONS` on `Object.prototype` would run code.
 */
export function childEnvironment(
  child: keyof typeof NAMES,
  given: Record<string, string> = {},
): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = Object.create(null)
  for (const name of NAMES[child]) {
    if (Object.hasOwn(process.env, name)) environment[name] = process.env[name]
  }
  for (const [name, value] of Object.entries(given)) environment[name] = value
  return environment
}
