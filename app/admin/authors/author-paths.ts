export const AUTHORS_PATH = '/admin/authors'

export const deskAuthorPath = (slug: string): string => `${AUTHORS_PATH}/${slug}`
