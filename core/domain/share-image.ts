/** Every share image has this size, which Open Graph and Twitter cards show whole. */
export const SHARE_IMAGE_WIDTH = 1200
export const SHARE_IMAGE_HEIGHT = 630
