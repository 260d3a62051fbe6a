import { localImagePath } from '#core/domain/hero-image.ts'
import type { AltTexts } from '#core/domain/media-file.ts'
import { versionOfCut } from '#core/newsletter/story-pictures.ts'
import type { RenderableIssue } from '#server/features/newsletter/read-issue.ts'
import type { Services } from '#server/features/services.ts'

/** A picture of our own that messages may show. */
export interface StoryPicture {
  imagePath: string
  version: string
  alts: AltTexts
}

/** The pictures of the stories of an issue, by their addresses in articles. Pictures of other sites are left out: they could count readers. */
export async function findStoryPictures(
  { imageSource, siteUrl }: Pick<Services, 'imageSource' | 'siteUrl'>,
  { items }: Pick<RenderableIssue, 'items'>,
): Promise<Map<string, StoryPicture>> {
  const addresses = new Set(
    items.flatMap(({ left_out, articles }) =>
      left_out === null ? articles.flatMap(({ hero_image }) => hero_image ?? []) : [],
    ),
  )
  const found = await Promise.all(
    [...addresses].map(async (address): Promise<[string, StoryPicture] | null> => {
      const imagePath = localImagePath(address, siteUrl)
      const image = imagePath === null ? null : await imageSource(imagePath)
      if (imagePath === null || !image) return null
      const { version, facts } = image
      return [address, { imagePath, version: versionOfCut(version, facts), alts: facts?.alts ?? {} }]
    }),
  )
  return new Map(found.filter((picture) => picture !== null))
}
