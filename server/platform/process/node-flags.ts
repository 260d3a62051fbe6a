/**
 * The flags of every Node that we start. Without `__proto__`, keys that a stranger sends cannot reach the prototype of every object.
 * The scripts of package.json, which cannot import this, begin with the same flags.
 */
export const NODE_FLAGS = ['--disable-proto=delete']
