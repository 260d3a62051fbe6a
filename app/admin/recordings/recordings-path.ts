import { ARTICLES_PATH } from '#app/admin/article/article-paths.ts'

export const RECORDINGS_PATH = `${ARTICLES_PATH}/recordings`
