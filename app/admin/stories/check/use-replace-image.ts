import { type RefObject, useCallback, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import { createWorkerClient } from '#app/admin/stories/check/worker-client.ts'

export interface ImageReplacement {
  content: string
  /** Addresses of images. */
  before: string
  after: string
}

/** Replaces the address of an image wherever the article has it. Resolves to what undoes that. */
export type ReplaceImage = (before: string, after: string) => Promise<() => Promise<void>>

export function useReplaceImage(form: UseFormReturn<ArticleForm>, readForm: () => ArticleForm): ReplaceImage {
  const read = useRef(readForm)
  read.current = readForm
  return useCallback(
    async (before, after) => {
      const set = (content: string, hero_image: string | null) => {
        form.setValue('content', content, { shouldDirty: true })
        form.setValue('hero_image', hero_image, { shouldDirty: true })
      }
      const { form: old, content } = await replaceAsTyped(read, before, after)
      set(content, old.hero_image === before ? after : old.hero_image)
      return async () => {
        const { form: now, content: restored } = await replaceAsTyped(read, after, before)
        // Text that was typed meanwhile stays.
        set(
          now.content === content ? old.content : restored,
          now.hero_image === after ? old.hero_image : now.hero_image,
        )
      }
    },
    [form],
  )
}

/** The form, and its content with the image replaced. What is typed in the meantime is part of both. */
async function replaceAsTyped(read: RefObject<() => ArticleForm>, before: string, after: string) {
  const worker = createWorkerClient<ImageReplacement, string>(
    () => new Worker(new URL('./replace-image.worker.ts', import.meta.url), { type: 'module' }),
  )
  try {
    for (;;) {
      const form = read.current()
      const content = await worker.send({ content: form.content, before, after })
      if (read.current().content === form.content) return { form, content }
    }
  } finally {
    worker.stop()
  }
}
