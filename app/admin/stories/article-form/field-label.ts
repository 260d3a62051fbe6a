import { t } from '#app/admin/kit/messages.ts'
import type { FormField } from '#app/admin/stories/article-form/article-form.ts'

const LABELS: Record<FormField, string> = {
  title: t('article.field.title'),
  slug: t('article.field.slug'),
  subtitle: t('article.field.subtitle'),
  excerpt: t('article.field.excerpt'),
  content: t('article.field.content'),
  category: t('article.field.category'),
  author: t('article.field.author'),
  reading_time: t('article.field.readingTime'),
  publish_date: t('article.field.publishDate'),
  hero_image: t('article.field.heroImage'),
  featured: t('article.field.featured'),
  social_title: t('article.field.socialTitle'),
  social_description: t('article.field.socialDescription'),
  social_image: t('article.field.socialImage'),
}

export const fieldLabel = (field: FormField): string => LABELS[field]
