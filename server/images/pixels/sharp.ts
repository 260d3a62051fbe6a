import sharp from 'sharp'

// Every picture is made once and then kept on disk, so libvips need not remember any; and one thread for each leaves
// the other processors to those who read.
sharp.cache(false)
sharp.concurrency(1)

/** sharp as we want it. Its settings are those of the whole process, so they are made in one place. */
export { sharp }
