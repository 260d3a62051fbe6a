import { useTranslation } from '#app/hooks/use-translation.ts'
import { CATEGORIES, type Category } from '#core/domain/article.ts'

/** Each category with its name, which is the one that readers see. */
export function useCategoryOptions(): (readonly [Category, string])[] {
  const { t } = useTranslation()
  return CATEGORIES.map((category) => [category, t(`category.${category}.name`)] as const)
}
