/**
 * Paths as OpenAPI writes them. Two of its paths must not differ by the name of a parameter alone, while an endpoint calls its
 * parameter what it is: where endpoints disagree about a place, the document calls it `id`.
 */

interface NamedPath {
  /** Such as `/api/cart/{id}`. */
  path: string;
  /** From the endpoint's names to the document's. */
  parameters: Map<string, string>;
}

const PARAMETER = /:(\w+)/g;
const namesIn = (path: string) => [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
const placesOf = (path: string) => path.replace(PARAMETER, ':');

/** How each of these paths is written. */
export function namedPaths(all: readonly string[]): (path: string) => NamedPath {
  return (path) => {
    const alike = all.filter((other) => placesOf(other) === placesOf(path)).map(namesIn);
    const own = namesIn(path);
    const names = own.map((name, place) => {
      if (alike.every((others) => others[place] === name)) return name;
      return own.length === 1 ? 'id' : `id${place + 1}`;
    });
    const left = [...names];
    return {
      path: path.replace(PARAMETER, () => `{${left.shift()}}`),
      parameters: new Map(own.map((name, place) => [name, names[place] ?? name])),
    };
  };
}
