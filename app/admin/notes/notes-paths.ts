import { ARTICLES_PATH } from '#app/admin/article/article-paths.ts'

/** The page on which changes of an article are suggested. */
export const suggestPath = (articleId: string) => `${ARTICLES_PATH}/suggest/${articleId}`
