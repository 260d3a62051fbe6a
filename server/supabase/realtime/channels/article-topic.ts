const PREFIX = 'realtime:article:'
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id of the article that a topic belongs to, which only those join who read it; null for other topics. */
export function articleOfTopic(topic: string): string | null {
  return topic.startsWith(PREFIX) ? topic.slice(PREFIX.length) : null
}

/** Those of the topics that are of an article, as its id. What is no id is nobody's. */
export const articlesOfTopics = (topics: readonly string[]): string[] =>
  [...new Set(topics.map(articleOfTopic).filter((id) => id !== null && ID.test(id)))] as string[]
