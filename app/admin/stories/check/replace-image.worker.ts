import type { ImageReplacement } from '#app/admin/stories/check/use-replace-image.ts'
import type { WorkerRequest, WorkerResponse } from '#app/admin/stories/check/worker-client.ts'
import { replaceImage } from '#core/markdown/source/replace-addresses.ts'

/** Replaces images in a worker, so that the page loads no Markdown parser. */
self.addEventListener(
  'message',
  ({ data: { id, request } }: MessageEvent<WorkerRequest<ImageReplacement>>) => {
    const response = replaceImage(request.content, request.before, request.after)
    self.postMessage({ id, response } satisfies WorkerResponse<string>)
  },
)
