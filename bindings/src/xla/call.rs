//! A call of XLA: its arguments, results and attributes, and the answer to it.

use super::c_api::{
    self, Api, ApiVersion, Attrs, Buffer, ByteSpan, CallFrame, Error, ErrorCreateArgs, MetadataExtension,
    Values, data_type,
};
use bytemuck::AnyBitPattern;
use half::f16;
use std::ffi::{CString, c_int};
use std::mem::offset_of;
use std::panic::{self, AssertUnwindSafe};
use std::{ptr, slice};

/// A function that works on a call. Its error becomes the error of the computation.
pub(super) type Work = fn(&Call<'_>) -> Result<(), String>;

/// A call at the stage of execution.
pub(super) struct Call<'a> {
    frame: &'a CallFrame,
}

/// A type of elements of buffers, for which all bytes are valid.
pub(super) trait ElementType: AnyBitPattern {
    /// Its number in XLA.
    const NUMBER: c_int;
}

macro_rules! element_types {
    ($($type:ty = $number:ident,)*) => {
        $(impl ElementType for $type {
            const NUMBER: c_int = data_type::$number;
        })*
    };
}

element_types! {
    i8 = S8,
    i32 = S32,
    u8 = U8,
    u32 = U32,
    f16 = F16,
    f32 = F32,
}

/// Answers a call: reports the version, or does the work and returns null or an error.
///
/// # Safety
///
/// The pointer is the argument of a handler that XLA calls.
pub(super) unsafe fn answer(frame: *mut CallFrame, work: Work) -> *mut Error {
    // SAFETY: the caller guarantees that XLA passed the frame, which is valid during the call. All versions
    // of the interface begin with these fields.
    let frame = unsafe { &*frame };
    // SAFETY: extensions begin with their base, which states their kind.
    if unsafe { frame.extension_start.as_ref() }.is_some_and(|base| base.kind == c_api::METADATA_EXTENSION) {
        // SAFETY: an extension of this kind is a `MetadataExtension`, whose metadata is there to be written.
        unsafe { write_metadata(&mut *(*frame.extension_start.cast::<MetadataExtension>()).metadata) };
        return ptr::null_mut();
    }
    // SAFETY: XLA sets the pointer in each call, and the functions outlive it.
    let api = unsafe { &*frame.api };
    let done = Call::new(frame, api).and_then(|call| {
        // Unwinding into XLA would abort the process.
        panic::catch_unwind(AssertUnwindSafe(|| work(&call)))
            .unwrap_or_else(|_| Err("plyground panicked: this is a bug".into()))
    });
    done.err().map_or(ptr::null_mut(), |message| create_error(api, &message))
}

/// Reports the version of the interface.
fn write_metadata(metadata: &mut c_api::Metadata) {
    metadata.version = ApiVersion {
        struct_size: offset_of!(ApiVersion, minor) + size_of::<c_int>(),
        extension_start: ptr::null_mut(),
        major: c_api::MAJOR_VERSION,
        minor: c_api::MINOR_VERSION,
    };
    metadata.traits = 0;
}

fn create_error(api: &Api, message: &str) -> *mut Error {
    let message = CString::new(message.replace('\0', " ")).unwrap_or_default();
    let mut args = ErrorCreateArgs {
        struct_size: offset_of!(ErrorCreateArgs, code) + size_of::<c_int>(),
        extension_start: ptr::null_mut(),
        message: message.as_ptr(),
        code: c_api::INVALID_ARGUMENT,
    };
    // SAFETY: the function copies the message of these arguments.
    unsafe { (api.error_create)(&raw mut args) }
}

impl<'a> Call<'a> {
    /// Checks that XLA declares the fields of a call as this file does.
    fn new(frame: &'a CallFrame, api: &Api) -> Result<Call<'a>, String> {
        let (major, minor) = (api.version.major, api.version.minor);
        let fits = major == c_api::MAJOR_VERSION
            && minor >= c_api::MINOR_VERSION
            && frame.struct_size >= size_of::<CallFrame>()
            && frame.args.struct_size == size_of::<Values>()
            && frame.rets.struct_size == size_of::<Values>()
            && frame.attrs.struct_size == size_of::<Attrs>();
        if !fits {
            return Err(format!(
                "plyground supports version {}.{} of XLA's foreign functions and compatible ones, and this jaxlib \
                 has version {major}.{minor}: install another version of jax",
                c_api::MAJOR_VERSION,
                c_api::MINOR_VERSION
            ));
        }
        if frame.stage != c_api::EXECUTE {
            return Err(format!("plyground has no handler for stage {} of a computation", frame.stage));
        }
        Ok(Call { frame })
    }

    /// Returns the number of arguments.
    pub fn num_arguments(&self) -> usize {
        self.frame.args.size as usize
    }

    /// Returns the elements of an argument.
    pub fn argument<T: ElementType>(&self, at: usize) -> Result<&'a [T], String> {
        let buffer = buffer(&self.frame.args, at).ok_or_else(|| format!("argument {at} must be a buffer"))?;
        let (first, len) =
            elements::<T>(buffer, T::NUMBER).map_err(|problem| format!("argument {at} {problem}"))?;
        // SAFETY: XLA keeps this number of elements there until the call returns, and no one writes to them.
        // All bytes are valid elements.
        Ok(unsafe { slice::from_raw_parts(first, len) })
    }

    /// Returns the elements of a result, which must be `len`. They have any values.
    pub fn result<T: ElementType>(&self, at: usize, len: usize) -> Result<&'a mut [T], String> {
        self.elements_of_result(at, len, T::NUMBER)
    }

    /// Returns the flags of a result as bytes, which must be `len`. They have any values.
    pub fn flags(&self, at: usize, len: usize) -> Result<&'a mut [u8], String> {
        self.elements_of_result(at, len, data_type::PRED)
    }

    /// Returns the flags of a result, which must be `len`. All are false.
    pub fn bools(&self, at: usize, len: usize) -> Result<&'a mut [bool], String> {
        let bytes = self.flags(at, len)?;
        bytes.fill(0);
        // SAFETY: bytes of 0 are flags that are false, and the slice is passed on.
        Ok(unsafe { slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), len) })
    }

    fn elements_of_result<T: ElementType>(
        &self,
        at: usize,
        len: usize,
        number: c_int,
    ) -> Result<&'a mut [T], String> {
        let buffer = buffer(&self.frame.rets, at).ok_or_else(|| format!("result {at} must be a buffer"))?;
        let (first, found) =
            elements::<T>(buffer, number).map_err(|problem| format!("result {at} {problem}"))?;
        if found != len {
            return Err(format!("result {at} must have {len} elements, got {found}"));
        }
        // SAFETY: XLA reserves this number of elements there for this call, apart from all other buffers, and
        // each handler asks for each of its results once. The memory is not Rust's, so its bytes have values,
        // and all bytes are valid elements.
        Ok(unsafe { slice::from_raw_parts_mut(first.cast_mut(), len) })
    }

    /// Returns the text of an attribute.
    pub fn text(&self, name: &str) -> Result<&'a str, String> {
        let attrs = &self.frame.attrs;
        let found = (0..attrs.size as usize).find_map(|at| {
            // SAFETY: the arrays have `size` elements, which point to a name, and to a span if the type is
            // that of a text. All of them are valid during the call.
            unsafe {
                let is_text = *attrs.types.add(at) == c_api::STRING;
                (is_text && bytes(*attrs.names.add(at)) == name.as_bytes())
                    .then(|| bytes((*attrs.values.add(at)).cast::<ByteSpan>()))
            }
        });
        let text = found.ok_or_else(|| format!("the attribute {name} must be a str"))?;
        std::str::from_utf8(text).map_err(|_| format!("the attribute {name} must be UTF-8"))
    }
}

/// Returns the bytes of a span.
///
/// # Safety
///
/// The pointer is that of a span, whose bytes are valid for the lifetime that the caller chooses.
unsafe fn bytes<'a>(span: *const ByteSpan) -> &'a [u8] {
    // SAFETY: the caller guarantees it.
    unsafe { slice::from_raw_parts((*span).ptr, (*span).len) }
}

/// Returns a buffer of the arguments or results.
fn buffer(values: &Values, at: usize) -> Option<&Buffer> {
    if at >= values.size as usize {
        return None;
    }
    // SAFETY: the arrays have `size` elements. Those with the type of a buffer point to one.
    unsafe { (*values.types.add(at) == c_api::BUFFER).then(|| &*(*values.values.add(at)).cast::<Buffer>()) }
}

/// Returns a pointer to the elements of a buffer, and their number.
fn elements<T: ElementType>(buffer: &Buffer, number: c_int) -> Result<(*const T, usize), String> {
    if buffer.data_type != number {
        return Err(format!("must have elements of XLA's type {number}, got {}", buffer.data_type));
    }
    let dims = match buffer.rank as usize {
        0 => &[],
        // SAFETY: a buffer has `rank` dimensions.
        rank => unsafe { slice::from_raw_parts(buffer.dims, rank) },
    };
    let len = dims.iter().product::<i64>() as usize;
    if len == 0 {
        return Ok((ptr::dangling(), 0));
    }
    let first = buffer.data.cast_const().cast::<T>();
    if first.is_null() || !first.is_aligned() {
        return Err("must be aligned".into());
    }
    Ok((first, len))
}
