// Links to a scene, a frame, a camera and a selection, in the hash of the page's address.
import type { Key, Vector } from './protocol';
import type { Camera } from './view/view';

export interface Place {
    scene: string | null;
    frame: number | null;
    camera: Camera | null;
    selection: Key | null;
}

export function placeToHash(place: Place): string {
    const parts: string[] = [];
    if (place.scene !== null) {
        parts.push(`scene=${encodeURIComponent(place.scene)}`);
    }
    if (place.frame !== null) {
        parts.push(`frame=${place.frame}`);
    }
    if (place.camera) {
        parts.push(`eye=${vectorToText(place.camera.eye)}`, `target=${vectorToText(place.camera.target)}`);
    }
    if (place.selection !== null) {
        parts.push(`select=${place.selection}`);
    }
    return parts.length > 0 ? '#' + parts.join('&') : '';
}

/** Invalid parts are ignored, so that a damaged link still opens what it can. */
export function hashToPlace(hash: string): Place {
    const parts = new Map<string, string>();
    for (const part of hash.replace(/^#/, '').split('&')) {
        const at = part.indexOf('=');
        if (at > 0) {
            parts.set(part.slice(0, at), part.slice(at + 1));
        }
    }
    const frame = Number(parts.get('frame') ?? NaN);
    const eye = textToVector(parts.get('eye'));
    const target = textToVector(parts.get('target'));
    const selection = parts.get('select') ?? '';
    return {
        scene: textToName(parts.get('scene')),
        frame: Number.isFinite(frame) && frame >= 0 ? frame : null,
        camera: eye && target ? { eye, target } : null,
        selection: /^\d{1,20}$/.test(selection) ? selection : null,
    };
}

function vectorToText(vector: Vector): string {
    return vector.map((value) => String(Number(value.toPrecision(6)))).join(',');
}

function textToVector(text: string | undefined): Vector | null {
    const values = (text ?? '').split(',').map((part) => (part === '' ? NaN : Number(part)));
    const [x, y, z] = values;
    if (values.length !== 3 || x === undefined || y === undefined || z === undefined || !values.every(Number.isFinite)) {
        return null;
    }
    return [x, y, z];
}

function textToName(text: string | undefined): string | null {
    try {
        return text ? decodeURIComponent(text) : null;
    } catch {
        return null;
    }
}
