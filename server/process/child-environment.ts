/** Where programs, libraries and temporary files are, and how to write dates and letters. */
const BASICS = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ']

const NAMES = {
  postgres: ['PATH', 'LD_LIBRARY_PATH'],
  build: BASICS,
  // An operator may have chosen another allocator, or its settings, for what decodes pictures.
  images: [...BASICS, 'NODE_ENV', 'LD_PRELOAD', 'MALLOC_ARENA_MAX'],
}

/**
 * The environment of a child process: the variables it needs, by name, and those given, so that no secret of ours gets
 * there. It has no prototype, as Node hands down inherited properties too: one `NODE_OPTIONS` there would run code.
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
