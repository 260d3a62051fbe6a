/** Pronouns, and nouns for bodies and people that were named before, in six languages, as alternatives of a pattern. */
export const REFERRING_WORDS =
  's?he|her|hers|his|him|it|its|they|them|their|we|our|my|i|this|that|these|the (?:company|firm|group|agency|authority|ministry|minister|bank|union|' +
  'team|club|university|museum|court|party|study|report|model|program(?:me)?|system|software|plant|maker|owner|city|town|council|country|' +
  'government|regulator|project|ship|train|bridge|hospital|school|developer|publisher|association|spokes\\p{L}+)|a spokes\\p{L}+|' +
  'er|sie|es|ihr\\p{L}*|seine?\\p{L}*|diese\\p{L}*|(?:der|die|das|des|dem) \\p{Lu}\\p{L}+|nach \\p{L}+ angaben|' +
  "ils?|elles?|son|sa|ses|leurs?|lui|cette?|ces|-t-il|-t-elle|l['’]\\p{L}+|l[ae] \\p{Ll}\\p{L}+|" +
  'él|ella|ellos|ellas|sus?|este|esta|la \\p{Ll}\\p{L}+|el \\p{Ll}\\p{L}+|' +
  'lui|lei|loro|suoi?|sua|sue|questo|questa|il \\p{Ll}\\p{L}+|' +
  'ele|ela|eles|elas|seus?|suas?|este|o \\p{Ll}\\p{L}+|a \\p{Ll}\\p{L}+'
