/** A setting that cannot be used. The message is one line that names the variable and what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
