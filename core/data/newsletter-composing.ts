import { callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type {
  GenerateAnswer,
  GenerateRequest,
  PreviewAnswer,
  PreviewRequest,
  RedoItemAnswer,
  RedoItemRequest,
  ReviewEditionRequest,
  TranslateIssueAnswer,
  TranslateIssueRequest,
} from '#core/domain/newsletter-composing.ts'

/** Such as that the issue is gone, has been approved meanwhile, or is being composed by somebody else. */
const REFUSALS = [400, 404, 409, 413, 422, 429, 502, 503, 504]

/** Composes a draft out of the articles of the last days. */
export const generateNewsletter = (client: Client, request: GenerateRequest) =>
  callFunction<GenerateAnswer>(client, 'generate-newsletter', request, REFUSALS)

/** Makes an empty draft. */
export const createNewsletter = (client: Client) =>
  callFunction<{ issueId: string }>(client, 'create-newsletter', {}, REFUSALS)

/** Has the summary of one item written again. */
export const redoNewsletterItem = (client: Client, request: RedoItemRequest) =>
  callFunction<RedoItemAnswer>(client, 'redo-newsletter-item', request, REFUSALS)

/** Makes editions out of the English one. */
export const translateNewsletter = (client: Client, request: TranslateIssueRequest) =>
  callFunction<TranslateIssueAnswer>(client, 'translate-newsletter', request, REFUSALS)

/** Says that somebody has read this edition, as it is now. */
export const reviewNewsletterEdition = (client: Client, request: ReviewEditionRequest) =>
  callFunction<{ success: true }>(client, 'review-newsletter-edition', request, REFUSALS)

/** What is in the editor, unsaved, as readers would get it. */
export const previewNewsletter = (client: Client, request: PreviewRequest) =>
  callFunction<PreviewAnswer>(client, 'preview-newsletter', request, REFUSALS)
