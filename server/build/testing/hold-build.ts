/** A process that serves a build, as far as its folder can tell, until it is killed: `node hold-build.ts FOLDER NAME`. */
import { buildsIn } from '#server/build/builds.ts'

const [folder = '', name = ''] = process.argv.slice(2)
const build = await buildsIn(folder).hold(name)
console.log(build ? 'held' : 'missing')
setInterval(() => {}, 60_000)
