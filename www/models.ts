/** An embedding model and the most tokens it reads of a text; what is longer is cut off or refused. */
export interface Model {
  name: string;
  limit: number;
}

/** The usual ones, with the limits their makers give. */
export const usualModels: readonly Model[] = [
  { name: 'all-MiniLM-L6-v2', limit: 256 },
  { name: 'all-minilm', limit: 512 },
  { name: 'mxbai-embed-large', limit: 512 },
  { name: 'Cohere embed v3', limit: 512 },
  { name: 'embeddinggemma', limit: 2048 },
  { name: 'nomic-embed-text', limit: 2048 },
  { name: 'OpenAI text-embedding-3', limit: 8191 },
];

export function isModel(value: unknown): value is Model {
  if (typeof value !== 'object' || value === null) return false;
  const { name, limit } = value as Partial<Model>;
  return typeof name === 'string' && name.trim() !== '' && Number.isInteger(limit) && (limit ?? 0) > 0;
}

export function limitOf(models: readonly Model[], name: string): number | undefined {
  return models.find((model) => model.name === name)?.limit;
}
