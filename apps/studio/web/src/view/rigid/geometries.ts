// The geometries that pieces share. All extend from -1 to 1; the instance's matrix scales them. Each has normals and the heights over its
// edges (edges.ts).
import { BufferAttribute, BufferGeometry, CapsuleGeometry, SphereGeometry } from 'three';
import type { MeshShape } from '../../protocol';
import { tintOfMaterial } from '../palette';
import { edgedTriangles } from './edges';
import { radiusOfFacets, type Facets } from './parts';

export function sphereGeometry(around: number): BufferGeometry {
    return smooth(new SphereGeometry(1, around, Math.ceil(around * 0.65)));
}

/** The straight part has nearly no height: the shader pulls the two halves apart (materials.ts). */
export function capsuleGeometry(around: number): BufferGeometry {
    return smooth(new CapsuleGeometry(1, 1e-3, Math.ceil(around / 4), around));
}

export function boxGeometry(): BufferGeometry {
    const vertices: number[] = [];
    const triangles: number[] = [];
    for (let axis = 0; axis < 3; ++axis) {
        for (const side of [-1, 1]) {
            const first = vertices.length / 3;
            for (const [u, v] of [
                [-1, -1],
                [1, -1],
                [1, 1],
                [-1, 1],
            ] as const) {
                const corner = [0, 0, 0];
                corner[axis] = side;
                corner[(axis + 1) % 3] = u;
                corner[(axis + 2) % 3] = v;
                vertices.push(...corner);
            }
            const [b, d] = side > 0 ? [1, 3] : [3, 1];
            triangles.push(first, first + b, first + 2, first, first + 2, first + d);
        }
    }
    return flat(vertices, triangles);
}

export function cylinderGeometry(around: number): BufferGeometry {
    const vertices: number[] = [0, -1, 0, 0, 1, 0];
    const triangles: number[] = [];
    for (let i = 0; i < around; ++i) {
        const angle = (2 * Math.PI * i) / around;
        vertices.push(Math.cos(angle), -1, Math.sin(angle), Math.cos(angle), 1, Math.sin(angle));
        const [low, high] = [2 + 2 * i, 3 + 2 * i];
        const [nextLow, nextHigh] = [2 + 2 * ((i + 1) % around), 3 + 2 * ((i + 1) % around)];
        triangles.push(0, low, nextLow, 1, nextHigh, high, low, high, nextLow, nextLow, high, nextHigh);
    }
    const geometry = flat(vertices, triangles, 60); // the side is round
    const normal = geometry.getAttribute('normal');
    const position = geometry.getAttribute('position');
    for (let i = 0; i < normal.count; ++i) {
        if (Math.abs(normal.getY(i)) < 0.5) {
            normal.setXYZ(i, position.getX(i), 0, position.getZ(i));
        }
    }
    return geometry;
}

export function hullGeometry(hull: Facets): BufferGeometry {
    const radius = radiusOfFacets(hull) || 1;
    return flat(
        hull.vertices.map((value) => value / radius),
        hull.triangles,
    );
}

/** Triangles without shared vertices, so that each is shaded flat, with the tints of the materials at its corners. */
export function meshGeometry(mesh: MeshShape): BufferGeometry {
    const radius = radiusOfFacets(mesh) || 1;
    const count = mesh.triangles.length;
    const positions = new Float32Array(3 * count);
    const colours = new Float32Array(3 * count).fill(1);
    mesh.triangles.forEach((vertex, corner) => {
        for (let axis = 0; axis < 3; ++axis) {
            positions[3 * corner + axis] = (mesh.vertices[3 * vertex + axis] ?? 0) / radius;
        }
        if (mesh.materials.length > 0) {
            colours.set(tintOfMaterial(mesh.materials[2 * vertex] ?? 0, mesh.materials[2 * vertex + 1] ?? 0), 3 * corner);
        }
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('color', new BufferAttribute(colours, 3));
    geometry.setAttribute('edge', new BufferAttribute(new Float32Array(3 * count).fill(1), 3)); // no lines
    geometry.computeVertexNormals();
    return geometry;
}

function flat(vertices: number[], triangles: number[], minAngle?: number): BufferGeometry {
    const edged = edgedTriangles(vertices, triangles, minAngle);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(edged.positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(edged.normals, 3));
    geometry.setAttribute('edge', new BufferAttribute(edged.edges, 3));
    return geometry;
}

function smooth(geometry: BufferGeometry): BufferGeometry {
    geometry.deleteAttribute('uv');
    const count = geometry.getAttribute('position').count;
    geometry.setAttribute('edge', new BufferAttribute(new Float32Array(3 * count).fill(1), 3));
    return geometry;
}
