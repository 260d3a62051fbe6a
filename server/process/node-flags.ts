/**
 * What every Node that we start is started with. `__proto__` is the way in which a stranger's keys reach the prototype of
 * every object. The scripts of package.json, which cannot ask here, begin with the same flags.
 */
export const NODE_FLAGS = ['--disable-proto=delete']
