/** The size of the pictures of stories in a newsletter, in CSS pixels. `lead` is as wide as the text of a mail. */
export const STORY_PICTURES = {
  lead: { width: 528, height: 297 },
  small: { width: 132, height: 88 },
} as const
export type StoryPictureSize = keyof typeof STORY_PICTURES

/** The number of pixels of their files for each CSS pixel, for screens that show them. */
export const STORY_PICTURE_DENSITY = 2

/** One of our own pictures, cut to a size of a story. `imagePath` has no leading slash. */
export function storyPicturePath(picture: {
  size: StoryPictureSize
  imagePath: string
  /** The version, with which the picture never changes. */
  version: string
}): string {
  return `/images/jpeg/${picture.size}/${picture.imagePath}.jpg?v=${picture.version}`
}

/** The version of a picture that is cut around the point that stays in sight, in percent from the left and the top. */
export function versionOfCut(version: string, focus: Focus | null | undefined): string {
  const { focus_x, focus_y } = focus ?? CENTRE
  return focus_x === 50 && focus_y === 50 ? version : `${version}-${focus_x}-${focus_y}`
}

export interface Focus {
  focus_x: number
  focus_y: number
}

export const CENTRE: Focus = { focus_x: 50, focus_y: 50 }
