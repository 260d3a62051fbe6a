import sharp from 'sharp'

// Every image is made once and then stored on disk, so libvips need not cache any; and with one thread for each the other
// processors stay free for requests.
sharp.cache(false)
sharp.concurrency(1)

/** sharp with the site's settings. They are global to the process, so this is the only file that imports it directly. */
export { sharp }
