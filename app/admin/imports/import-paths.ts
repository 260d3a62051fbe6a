export const IMPORTS_PATH = '/admin/import'

export const importPath = (id: string): string => `${IMPORTS_PATH}/${id}`
