// Triangles with the visible edges among their sides, which a shader draws as fine lines. Pure.

export interface EdgedTriangles {
    positions: Float32Array; // 9 for each triangle
    normals: Float32Array;
    edges: Float32Array; // for each corner, its height over the three sides, from 0 to 1; always 1 over an invisible side
}

type Point = [number, number, number];

/** Flat faces. Sides between faces that meet at less than `minAngle` degrees are invisible. */
export function edgedTriangles(vertices: ArrayLike<number>, triangles: ArrayLike<number>, minAngle = 25): EdgedTriangles {
    const sharp = Math.cos((minAngle * Math.PI) / 180);
    const count = Math.floor(triangles.length / 3);
    const positions = new Float32Array(9 * count);
    const normals = new Float32Array(9 * count);
    const edges = new Float32Array(9 * count).fill(1);
    const faces: Point[] = [];

    const point = (corner: number): Point => {
        const first = 3 * (triangles[corner] ?? 0);
        return [vertices[first] ?? 0, vertices[first + 1] ?? 0, vertices[first + 2] ?? 0];
    };
    // Corners at the same position are the same corner, whatever their index.
    const nameOf = (corner: number): string =>
        point(corner)
            .map((part) => part.toPrecision(6))
            .join(' ');
    const neighbours = new Map<string, number[]>();
    for (let face = 0; face < count; ++face) {
        const [a, b, c] = [point(3 * face), point(3 * face + 1), point(3 * face + 2)];
        faces.push(normalOf(a, b, c));
        for (let corner = 0; corner < 3; ++corner) {
            positions.set(point(3 * face + corner), 9 * face + 3 * corner);
            normals.set(faces[face] ?? [0, 1, 0], 9 * face + 3 * corner);
            const side = sideName(nameOf(3 * face + corner), nameOf(3 * face + ((corner + 1) % 3)));
            neighbours.set(side, [...(neighbours.get(side) ?? []), face]);
        }
    }
    for (let face = 0; face < count; ++face) {
        for (let corner = 0; corner < 3; ++corner) {
            const side = sideName(nameOf(3 * face + corner), nameOf(3 * face + ((corner + 1) % 3)));
            const others = (neighbours.get(side) ?? []).filter((other) => other !== face);
            if (others.some((other) => dotOf(faces[face], faces[other]) < sharp)) {
                // The height over the side from `corner` to the next is 0 at both of its ends.
                edges[9 * face + 3 * corner + corner] = 0;
                edges[9 * face + 3 * ((corner + 1) % 3) + corner] = 0;
            }
        }
    }
    return { positions, normals, edges };
}

function sideName(a: string, b: string): string {
    return a < b ? `${a}/${b}` : `${b}/${a}`;
}

function normalOf(a: Point, b: Point, c: Point): Point {
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const;
    const normal: Point = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = Math.hypot(...normal) || 1;
    return [normal[0] / size, normal[1] / size, normal[2] / size];
}

function dotOf(a: Point | undefined, b: Point | undefined): number {
    return a && b ? a[0] * b[0] + a[1] * b[1] + a[2] * b[2] : 1;
}
